import { type Template, templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { refusedOf } from '#form/contract-schemas.ts'
import { editing } from '#form/resource-kind.ts'
import { documentFaults } from './document.ts'
import { templateKind } from './kind.ts'

const depot: Template = {
  ...templateDraft.parse({
    name: 'Depot',
    parameters: [{ name: 'depot', type: 'string' }],
    resources: [{ kind: 'site', id: 'oslo' }],
  }),
  ...{ id: 'depot', builtIn: false, etag: '1' },
  ...{ createdAt: '2026-06-01T00:00:00.000Z', updatedAt: '2026-06-01T00:00:00.000Z' },
}

test('deleting the parameters from the document removes them, and resources are missed', () => {
  const { initial, read } = editing(templateKind, depot)
  const { resources } = JSON.parse(initial.document)
  expect(read(initial).body).toEqual({})
  expect(read({ ...initial, document: JSON.stringify({ resources }) }).body).toEqual({
    parameters: [],
  })
  const { body } = read({ ...initial, document: '{}' })
  expect(refusedOf('templates.update', body)).toMatchObject([{ pointer: '/body/resources' }])
})

test('an integer that would lose digits is a fault at its place', () => {
  const { initial, read } = editing(templateKind, depot)
  const properties = { attributes: { serials: [1, 2], other: 3 } }
  const resources = [{ kind: 'thing', id: 'oslo', properties }]
  const document = JSON.stringify({ resources }).replace('2]', '8931080019074208321]')
  const pointer = '/resources/0/properties/attributes/serials/1'
  expect(documentFaults(document)).toMatchObject([{ pointer }])
  const { faults } = read({ ...initial, document })
  expect(faults).toMatchObject([{ pointer: `/body/document${pointer}` }])
})
