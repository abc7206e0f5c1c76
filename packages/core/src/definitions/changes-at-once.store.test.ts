/** Changes of definitions while other calls begin to use them. */
import type { ActorName, Call, Output } from '@sluice/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { withMeanwhile } from '../testing/meanwhile.ts'

const core = openTestCore()
afterAll(() => core.close())

type Tenant = Awaited<ReturnType<typeof newOrganization>>
let tenant: Tenant
let act: Tenant['act']
beforeEach(async () => {
  tenant = await newOrganization(core)
  act = tenant.act
  await act('metricDefinitions.create', { body: { id: 'm', name: 'm', valueType: 'number' } })
})

const temperature = [{ key: 'temp', metricDefinitionId: 'm' }]
const schemaOf = (type: string) => ({ properties: { n: { type } } })
const makeThing = (id: string, attributes = {}) =>
  act('things.create', { body: { id, name: id, thingTypeId: 'truck', attributes } })

/** The outcome of a call that starts right after another one has looked at uses, and the outcome of that one. */
async function atOnce<Name extends ActorName>(
  name: Name,
  call: Call<Name>,
  look: Parameters<typeof withMeanwhile>[1],
  use: () => Promise<unknown>,
  model?: Parameters<typeof withMeanwhile>[3],
) {
  let used: Promise<{ code: string }> | undefined
  const begin = async () => {
    let settled = false
    const over = (outcome: { code: string }) => {
      settled = true
      return outcome
    }
    used = use().then(
      () => over({ code: 'done' }),
      (error) => over(error),
    )
    await expect.poll(async () => settled || (await waiting()) > 0, { timeout: 10_000 }).toBe(true)
  }
  const racing = withMeanwhile(core, look, begin, model)
  const actor = tenant.system as never
  const changing = perform(racing, { name, actor, call, requestId: 'test', address: null })
  const changed = await changing.then(
    (output: Output<Name>) => ({ code: 'done', output }),
    (error) => error as { code: string },
  )
  return { changed: changed.code, used: (await used)?.code }
}

/** The number of sessions that wait for such a lock. */
async function waiting(): Promise<number> {
  const [row] = await core.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
  return row?.count ?? 0
}

const changeType = (body: Call<'thingTypes.update'>['body']) =>
  ['thingTypes.update', { params: { thingTypeId: 'truck' }, body }] as const

test('a thing that is made once things were held against a new schema is judged by that', async () => {
  await act('thingTypes.create', {
    body: { id: 'truck', name: 'T', attributesSchema: schemaOf('string') },
  })
  const change = changeType({ attributesSchema: schemaOf('number') })
  const make = () => makeThing('a', { n: 'x' })
  expect(await atOnce(...change, 'findMany', make)).toEqual({
    changed: 'done',
    used: 'invalid-request',
  })
})

test.each<[string, (things: object[]) => Promise<unknown>]>([
  ['a batch', (things) => act('things.batch', { body: { things: things as never } })],
  [
    'a template',
    async (things) => {
      const resources = things.map((thing) => {
        const { id, ...properties } = thing as { id: string }
        return { kind: 'thing' as const, id, properties }
      })
      await act('templates.create', { body: { id: 't', name: 'T', resources } })
      return act('templates.apply', { params: { templateId: 't' }, body: {} })
    },
  ],
  [
    'a change of many',
    () =>
      act('things.change', {
        body: { things: [{ id: 'there' }], change: { thingTypeId: 'truck' } },
      }),
  ],
])('so are things of %s', async (_, write) => {
  await act('thingTypes.create', { body: { id: 'van', name: 'V' } })
  await act('thingTypes.create', {
    body: { id: 'truck', name: 'T', attributesSchema: schemaOf('string') },
  })
  const thing = { name: 'A', attributes: { n: 'x' } }
  await act('things.create', { body: { id: 'there', ...thing, thingTypeId: 'van' } })
  const change = changeType({ attributesSchema: schemaOf('number') })
  await atOnce(...change, 'findMany', () => write([{ id: 'a', ...thing, thingTypeId: 'truck' }]))
  expect((await act('things.list', { query: { thingTypeId: 'truck' } })).items).toEqual([])
})

test('a metric is not lost of a thing that is made meanwhile: that never had it', async () => {
  await act('thingTypes.create', { body: { id: 'truck', name: 'T', metrics: temperature } })
  const sample = { timestamp: '2026-06-01T11:00:00Z', values: { temp: 1 } }
  const make = async () => {
    await makeThing('a')
    const frames = { query: {}, body: { frames: [sample] } }
    await act('telemetry.ingest', { params: { thingId: 'a' }, ...frames })
  }
  expect(await atOnce(...changeType({ metrics: [] }), 'count', make)).toEqual({
    changed: 'done',
    used: 'invalid-request',
  })
})

test('a definition keeps its meaning for a type that binds it meanwhile', async () => {
  const body = { id: 'truck', name: 'T', metrics: temperature }
  let bound: object | undefined
  const bind = async () => {
    await act('thingTypes.create', { body })
    bound = await act('metricDefinitions.get', { params: { metricDefinitionId: 'm' }, query: {} })
  }
  const change = { params: { metricDefinitionId: 'm' }, body: { valueType: 'string' as const } }
  const outcome = await atOnce(
    'metricDefinitions.update',
    change,
    'groupBy',
    bind,
    'ThingTypeMetric',
  )
  expect(outcome).toEqual({ changed: 'done', used: 'done' })
  expect(bound).toMatchObject({ valueType: 'string' })
})

test('two templates that each change the type of the other one’s things do not wait for each other', async () => {
  const types = ['truck', 'van']
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'UTC' } })
  for (const id of types) await act('thingTypes.create', { body: { id, name: id } })
  for (const [i, id] of types.entries()) {
    const properties = { name: id, attributesSchema: schemaOf('number') }
    const resources = [
      { kind: 'thingType' as const, id, properties },
      {
        ...{ kind: 'thing' as const, id: `of-${id}` },
        properties: { name: 'A', thingTypeId: types[1 - i], siteId: 'yard' },
      },
    ]
    await act('templates.create', { body: { id, name: id, resources } })
  }
  const call = (templateId: string) => ({ params: { templateId }, body: {} })
  const use = () => act('templates.apply', call('van'))
  expect(await atOnce('templates.apply', call('truck'), 'findMany', use, 'Site')).toEqual({
    changed: 'done',
    used: 'done',
  })
})
