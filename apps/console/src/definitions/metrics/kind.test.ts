import { expect, test } from 'vitest'
import { definitionKind } from './kind.ts'

test('what is no number is a fault, and an empty field is none', () => {
  const values = { ...definitionKind.empty(), name: 'Speed', min: '-', max: '' }
  expect(definitionKind.read(values).faults).toMatchObject([{ pointer: '/body/min' }])
  const { body, faults } = definitionKind.read({ ...values, min: '-4.5', max: 0 })
  expect(faults).toEqual([])
  expect(body).toMatchObject({ min: -4.5, max: 0, retentionDays: null })
})
