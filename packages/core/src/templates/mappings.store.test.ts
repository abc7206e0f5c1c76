/** Mappings in templates. */
import { type Call, mappingLimits, type Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  const made = await read()
  expect(made).toMatchObject({
    ...{ thing: '{site}-van-{n}', metric: '{field}', createMissing: 'van', isDefault: true },
  })
  expect((await apply()).summary).toMatchObject({ create: 0, update: 0, unchanged: 2 })
  expect(await read()).toEqual(made)
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

describe('a default', () => {
  const mapping = (id: string, isDefault: boolean, properties: Properties = {}) => ({
    ...{ kind: 'mapping' as const, id },
    properties: { name: id, protocol: 'influx', isDefault, ...properties },
  })
  const params = { templateId: 't' }

  async function templateOf(...resources: ReturnType<typeof mapping>[]) {
    const { act } = await newOrganization(core)
    await act('templates.create', { body: { id: 't', name: 'T', resources } })
    const apply = (validateOnly = false, ...scopes: Scope[]) =>
      act('templates.apply', { params, body: { validateOnly } }, ...scopes)
    const defaults = async () =>
      (await act('mappings.list', { query: {} })).items
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id)
    return { act, apply, defaults }
  }

  test('moves from one mapping of a template to another, in either order', async () => {
    const { act, apply, defaults } = await templateOf(mapping('old', true))
    await apply()
    for (const [gains, loses] of [['new', 'old'] as const, ['old', 'new'] as const]) {
      const resources = [mapping(gains, true), mapping(loses, false)]
      await act('templates.update', { params, body: { resources } })
      const { resources: planned, summary } = await apply(true)
      expect(summary).toMatchObject({ conflict: 0, unchanged: 0 })
      expect(await apply()).toMatchObject({ resources: planned, summary })
      expect(await defaults()).toEqual([gains])
      expect((await apply()).summary).toMatchObject({ unchanged: 2 })
    }
  })

  test('that the template does not make is left alone: the plan says what to do', async () => {
    const { act, apply, defaults } = await templateOf(mapping('mine', true))
    const theirs = { id: 'theirs', name: 'X', protocol: 'influx' as const, isDefault: true }
    await act('mappings.create', { body: theirs })
    const conflict = {
      action: 'conflict',
      detail: expect.stringMatching(/^The mapping theirs is the default of influx, too. Set/),
    }
    expect((await apply(true)).resources).toMatchObject([conflict])
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    const scopes = ['DEFINITION/Template/#', 'DEFINITION/Mapping/mine'].map((resourceFilter) => ({
      ...{ action: '*' as const, resourceFilter },
    }))
    expect((await apply(true, ...scopes)).resources[0]?.detail).toMatch(/^Another is the default/)
    expect(await defaults()).toEqual(['theirs'])
    await act('mappings.update', { params: { mappingId: 'theirs' }, body: { isDefault: false } })
    await apply()
    expect(await defaults()).toEqual(['mine'])
  })

  test('is one of a protocol', async () => {
    const resources = [mapping('a', true), mapping('b', true)]
    const { act, apply } = await templateOf(...resources)
    expect((await apply(true)).summary).toMatchObject({ create: 0, conflict: 2 })
    resources[1] = mapping('b', true, { protocol: 'otlp' })
    await act('templates.update', { params, body: { resources } })
    expect((await apply()).summary).toMatchObject({ create: 2 })
  })
})

test('more mappings than an organization may have are conflicts in the plan', async () => {
  const { act, apply } = await scene()
  const { mappings } = mappingLimits
  for (let i = 0; i < mappings; i += 1) {
    await act('mappings.create', { body: { id: `m${i}`, name: 'M', protocol: 'influx' } })
  }
  const plan = await apply({ validateOnly: true })
  expect(plan.summary).toMatchObject({ create: 1, conflict: 1 })
  expect(plan.resources[1]?.detail).toContain('may have 100 mappings')
})
