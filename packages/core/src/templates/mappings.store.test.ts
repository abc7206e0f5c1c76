/** Mappings as a part of templates. */
import type { Call, Scope } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

type Properties = Record<string, unknown>

const lines = { name: 'Lines', protocol: 'influx', thing: '{site}-{{kind}}-{n}', isDefault: true }

async function scene(properties: Properties = {}) {
  const { act } = await newOrganization(core)
  const resources: Call<'templates.create'>['body']['resources'] = [
    { kind: 'thingType', id: '{{kind}}', properties: { name: 'T' } },
    {
      kind: 'mapping',
      id: 'lines',
      properties: { ...lines, createMissing: '{{kind}}', ...properties },
    },
  ]
  const parameters = [{ name: 'kind', type: 'string' as const, default: 'van' }]
  const body = { id: 't', name: 'T', parameters, resources }
  await act('templates.create', { body })
  const apply = (more: object = {}, ...scopes: Scope[]) =>
    act(
      'templates.apply',
      { params: { templateId: 't' }, body: { parameters: {}, ...more } },
      ...scopes,
    )
  const read = () => act('mappings.get', { params: { mappingId: 'lines' }, query: {} })
  return { act, apply, read }
}

test('a template makes a mapping, whose references it renders, and leaves it as it is the second time', async () => {
  const { apply, read } = await scene()
  const plan = await apply({ validateOnly: true })
  expect(plan.summary).toMatchObject({ create: 2, conflict: 0 })
  await expect(read()).rejects.toMatchObject({ code: 'not-found' })
  await apply()
  expect(await read()).toMatchObject({
    ...{ thing: '{site}-van-{n}', metric: '{field}', createMissing: 'van', isDefault: true },
    etag: '1',
  })
  expect((await apply()).summary).toMatchObject({ create: 0, update: 0, unchanged: 2 })
})

test('what differs is planned and changed back', async () => {
  const { act, apply, read } = await scene()
  await apply()
  const params = { mappingId: 'lines' }
  await act('mappings.update', { params, body: { thing: '{host}', drop: [{ measurement: 'x' }] } })
  const plan = await apply({ validateOnly: true })
  expect(plan.resources.find(({ id }) => id === 'lines')).toMatchObject({
    action: 'update',
    changes: [{ before: '{host}', after: '{site}-van-{n}' }],
  })
  await apply()
  expect(await read()).toMatchObject({ thing: '{site}-van-{n}', drop: [{ measurement: 'x' }] })
})

test.each<[string, Properties, string]>([
  ['an unusable expression', { thing: '{site' }, '/properties/thing'],
  ['a thing type that there is not', { createMissing: 'none' }, '/properties/createMissing'],
])('%s is refused with its place in the template', async (_, properties, place) => {
  const { apply } = await scene(properties)
  const refusal = { errors: [{ pointer: expect.stringContaining(place) }] }
  await expect(apply({ validateOnly: true })).rejects.toMatchObject(refusal)
})

test('a mapping of another protocol is a conflict, and each mapping needs its scope', async () => {
  const { act, apply } = await scene()
  await act('mappings.create', { body: { id: 'lines', name: 'O', protocol: 'otlp' } })
  await expect(apply()).rejects.toMatchObject({
    code: 'conflict',
    errors: [{ detail: expect.stringContaining('is one of otlp, and a mapping keeps') }],
  })
  const scopes = ['DEFINITION/Template/#', 'DEFINITION/ThingType/#'].map((resourceFilter) => ({
    action: '*' as const,
    resourceFilter,
  }))
  await expect(apply({}, ...scopes)).rejects.toMatchObject({ code: 'scope-missing' })
})
