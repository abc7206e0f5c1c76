import type { TemplateParameter } from '@sluice/contract'
import { expect, test } from 'vitest'
import { valuesOf } from './values.ts'

test('other calls get a turn between values that are dear to judge', async () => {
  const value = Array.from({ length: 10_000 }, (_, i) => [i])
  const one = {
    description: '',
    type: 'array',
    default: value,
    schema: { uniqueItems: true },
  } as const
  const parameters = ['a', 'b', 'c', 'd', 'e'].map((name): TemplateParameter => ({ ...one, name }))
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { faults } = await valuesOf(parameters, {}, '/body/parameters')
  clearImmediate(next)
  expect(faults).toEqual([])
  expect(turns).toBeGreaterThanOrEqual(3)
})
