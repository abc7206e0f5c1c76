import { type Template, templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { refusedOf } from '#form/contract-schemas.ts'
import { editing } from '#form/resource-kind.ts'
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
