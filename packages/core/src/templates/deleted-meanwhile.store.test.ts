import { afterAll, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'
import { newTemplate } from './testing/depot.ts'

const core = openTestCore()
afterAll(() => core.close())

test('a template that is deleted while it is applied makes nothing and leaves no application', async () => {
  const resources = [{ kind: 'site' as const, id: 'oslo', properties: { name: 'Oslo' } }]
  const { act, params, system } = await newTemplate(core, { parameters: [], resources })
  const racing = withMeanwhile(
    core,
    'findUnique',
    () => act('templates.delete', { params }),
    'Template',
  )
  const applied = perform(racing, {
    ...{ name: 'templates.apply', actor: system as never, requestId: 'test', address: null },
    call: { params, body: {} },
  })
  await expect(applied).rejects.toMatchObject({ code: 'not-found' })
  expect((await act('sites.list', { query: {} })).items).toEqual([])
  await act('templates.create', { body: { id: params.templateId, name: 'D', resources } })
  const { items } = await act('templates.applications', { params, query: {} })
  expect(items).toEqual([])
})
