import { operations, templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { documentFaults, documentText } from './document.ts'
import { faultsIn, fieldOf, templateKind } from './kind.ts'

test("the contract's example is valid and is read back unchanged", () => {
  const values = { ...templateKind.empty(), name: 'Depot' }
  expect(documentFaults(values.document)).toEqual([])
  const { body, faults } = templateKind.read(values)
  expect(faults).toEqual([])
  const example = templateDraft.parse(operations['templates.create'].example?.body)
  expect(templateDraft.parse(body).resources).toEqual(example.resources)
})

test('omits empty optional fields from the document', () => {
  const { parameters, resources } = templateDraft.parse({
    name: 'One',
    parameters: [{ name: 'depot', type: 'string' }],
    resources: [{ kind: 'site', id: '{{depot}}' }],
  })
  expect(JSON.parse(documentText({ parameters, resources }))).toEqual({
    parameters: [{ name: 'depot', type: 'string' }],
    resources: [{ kind: 'site', id: '{{depot}}' }],
  })
})

test('reports faults of the document by pointers into it', () => {
  const text = '{"parameters": [{"name": "a"}], "resources": [{"kind": "truck", "id": "t"}]}'
  expect(documentFaults(text).map(({ pointer }) => pointer)).toEqual([
    '/parameters/0/type',
    '/resources/0/kind',
  ])
  expect(documentFaults('[]')).toHaveLength(1)
})

test("shows the server's faults in the document or at their field", () => {
  const values = templateKind.empty()
  const field = fieldOf(values, 'resources.0.id', '/body/resources/0/id')
  expect(faultsIn({ [`${field}`]: 'Is no id.', name: 'Must be there.' })).toEqual([
    { pointer: '/resources/0/id', detail: 'Is no id.' },
  ])
  expect(fieldOf(values, 'name', '/body/name')).toBe('name')
})
