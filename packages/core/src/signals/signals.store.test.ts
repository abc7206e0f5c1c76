import type { EventType } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { openOwnCore } from '../testing/own-core.ts'
import { tellExpiredKeys, tellStaleThings } from './index.ts'
import { tellOnline } from './online-things.ts'
import { organizationsWithSilentThings, silentThings } from './stale-things.ts'
import { listenTo } from './testing/listen-to.ts'
import { judgeThresholds } from './thresholds.ts'

const core = await openOwnCore()
afterAll(() => core.close())

test('a thing emits online once, stale after twice its interval, then online again', async () => {
  const { send, delivered } = await listenTo(core, ['thing.online', 'thing.stale'])
  await send(4)
  await send(5)
  core.advance(140)
  await tellStaleThings(core)
  expect((await delivered()).map(({ type }) => type)).toEqual(['thing.online'])
  core.advance(20)
  await tellStaleThings(core)
  await tellStaleThings(core)
  await send(6)
  const events = await delivered()
  expect(events.map(({ type }) => type)).toEqual(['thing.online', 'thing.stale', 'thing.online'])
  expect(events[1]?.data).toMatchObject({ thing: { id: 'truck-1' } })
})

test('a thing that is made anew under the id of one that sent data was not seen and does not come online', async () => {
  const { id: organizationId, act, send, delivered } = await listenTo(core, ['thing.online'])
  await send(4, async () => {})
  await act('things.delete', { params: { thingId: 'truck-1' } })
  await act('things.create', { body: { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck' } })
  await core.lastSeen.flush()
  await tellOnline(core, organizationId, ['truck-1'])
  expect(await delivered()).toEqual([])
  const thing = await core.db.thing.findFirstOrThrow({ where: { organizationId } })
  expect([thing.lastSeenAt, thing.online]).toEqual([null, null])
})

test('the search for stale things uses the index of online ones', async () => {
  const plans = await core.db.$transaction(async (transaction) => {
    // The tests' tables are too small for the planner to choose an index.
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`
    const now = core.clock()
    return Promise.all(
      [silentThings('some', now), organizationsWithSilentThings(now)].map(
        (search) => transaction.$queryRaw`EXPLAIN (FORMAT JSON) ${search}`,
      ),
    )
  })
  for (const plan of plans) expect(JSON.stringify(plan)).toContain('"things_online_by_type_idx"')
})

test('a threshold emits an event only when it is crossed, in either direction', async () => {
  const { act, send, delivered } = await listenTo(
    core,
    ['metric.breached', 'metric.cleared'],
    [{ metric: 'temperature', above: 8 }],
  )
  for (const temperature of [7, 9, 10, 8, 7]) {
    core.advance(1)
    await send(temperature)
  }
  const events = await delivered()
  expect(events.map(({ type }) => type)).toEqual(['metric.breached', 'metric.cleared'])
  expect(events[0]?.data).toMatchObject({
    metric: 'temperature',
    value: 9,
    threshold: { above: 8 },
  })
  const params = { integrationId: 'hook' }
  core.advance(1)
  await send(9)
  await act('integrations.update', {
    params,
    body: { thresholds: [{ metric: 'temperature', above: 5 }] },
  })
  core.advance(1)
  await send(9)
  expect(await delivered()).toHaveLength(4)
})

test('a crossing while the setter of the URL lacked the rights is reported later', async () => {
  const { act, newHolder, send, delivered } = await listenTo(
    core,
    ['metric.breached'],
    [{ metric: 'temperature', above: 8 }],
  )
  const body = { url: 'https://partner.example' }
  const params = { integrationId: 'hook' }
  const scopes = [{ action: '*' as const, resourceFilter: '#' }]
  const partner = await newHolder(scopes)
  await partner.act('integrations.update', { params, body })
  await act('keys.revoke', { params: { keyId: partner.id } })
  await send(9)
  expect(await delivered()).toEqual([])
  await act('integrations.update', { params, body })
  core.advance(1)
  await send(9)
  expect((await delivered()).map(({ type }) => type)).toEqual(['metric.breached'])
})

test('concurrent checks of a threshold emit each crossing once per thing', async () => {
  const { id, act, send, delivered } = await listenTo(
    core,
    ['metric.breached', 'metric.cleared'],
    [{ metric: 'temperature', above: 8 }],
  )
  const ids = ['truck-1', 'truck-2', 'truck-3']
  async function judge(thingIds: string[]) {
    for await (const _ of judgeThresholds(core, id, thingIds));
  }
  const judgeAtOnce = () => Promise.all([judge(ids), judge([...ids].reverse())])
  for (const thingId of ids.slice(1)) {
    await act('things.create', { body: { id: thingId, name: thingId, thingTypeId: 'truck' } })
  }
  for (const temperature of [9, 7]) {
    core.advance(1)
    const timestamp = core.clock().toISOString()
    for (const thingId of ids) {
      const body = { timestamp, values: { temperature } }
      await act('telemetry.ingest', { params: { thingId }, query: {}, body })
    }
    await judgeAtOnce()
  }
  await send(7)
  const events = (await delivered()).map(({ type, resource }) => `${type} ${resource}`)
  const each = (type: string) => ids.map((thingId) => `${type} THING/truck/${thingId}`)
  expect(events.sort()).toEqual([...each('metric.breached'), ...each('metric.cleared')])
})

test('thresholds of many things and many integrations are all judged', async () => {
  const { act, id: organizationId } = await listenTo(
    core,
    ['metric.breached'],
    [{ metric: 'temperature', above: 8 }],
  )
  const metrics = Array.from({ length: 50 }, (_, i) => `m${i}`)
  await act('thingTypes.create', {
    body: {
      ...{ id: 'wide', name: 'Wide' },
      metrics: metrics.map((key) => ({ key, metricDefinitionId: 'air' })),
    },
  })
  const thresholds = metrics.map((metric) => ({ metric, above: 8 }))
  for (const id of ['one', 'two']) {
    const eventTypes: EventType[] = ['metric.breached', 'metric.cleared']
    const body = { id, name: id, url: 'https://hooks.example', eventTypes, thresholds }
    await act('integrations.create', { body: body as never })
  }
  // More thresholds of things than a statement has parameters.
  const things = Array.from({ length: 350 }, (_, i) => `wide-${i}`)
  const breaching = (thing: string) => ['wide-0', 'wide-177', 'wide-349'].includes(thing)
  for (const back of [false, true]) {
    core.advance(1)
    const at = core.clock().getTime()
    const sent = things.map((thingId) => ({
      ...{ thingId, timestamps: [at] },
      values: Object.fromEntries(
        metrics.map((key) => [key, [!back && breaching(thingId) && key !== 'm7' ? 9 : 1]]),
      ),
    }))
    const query = { createMissing: 'wide' }
    await act('telemetry.ingestThingsColumnar', { query, body: { things: sent } })
    await core.lastSeen.flush()
    const type = back ? 'metric.cleared' : 'metric.breached'
    const where = { organizationId, event: { type } }
    expect(await core.db.delivery.count({ where })).toBe(3 * 49 * 2)
    expect(await core.db.event.count({ where: { organizationId, type } })).toBe(3 * 49 * 2)
  }
})

test('an expired key emits one event', async () => {
  const { mint, delivered } = await listenTo(core, ['key.expired'])
  await tellExpiredKeys(core)
  const expiresAt = new Date(core.clock().getTime() + 60_000).toISOString()
  const { id } = await mint({ expiresAt })
  await tellExpiredKeys(core)
  expect(await delivered()).toEqual([])
  core.advance(70)
  await Promise.all([tellExpiredKeys(core), tellExpiredKeys(core)])
  const [event, ...more] = await delivered()
  expect(more).toEqual([])
  expect(event).toMatchObject({ type: 'key.expired', resource: `KEY/${id}` })
  expect(event?.data).toMatchObject({ key: { status: 'Expired' } })
})

test('after an outage, expired keys emit events once, oldest first, in bounded batches', async () => {
  const { mint, delivered } = await listenTo(core, ['key.expired'])
  await tellExpiredKeys(core)
  const minted: { seconds: number; resource: string }[] = []
  // More keys with the same expiry than a batch holds, since callers choose it.
  for (const seconds of [50, 20, 30, 30, 30, 30, 30, 40]) {
    const expiresAt = new Date(core.clock().getTime() + seconds * 1000).toISOString()
    minted.push({ seconds, resource: `KEY/${(await mint({ expiresAt })).id}` })
  }
  core.advance(120)
  const resources = async () => (await delivered()).map(({ resource }) => resource)
  for (const told of [2, 4, 6, 8, 8]) {
    await tellExpiredKeys(core, { batch: 2, batches: 1 })
    expect(await resources()).toHaveLength(told)
  }
  await tellExpiredKeys(core)
  const secondsOf = new Map(minted.map(({ seconds, resource }) => [resource, seconds]))
  const found = await resources()
  expect(found.map((resource) => secondsOf.get(resource))).toEqual([20, 30, 30, 30, 30, 30, 40, 50])
  expect(new Set(found).size).toBe(8)
})

test('an exhausted limit emits at most one event per 15 minutes', async () => {
  const { id: organizationId, delivered } = await listenTo(core, ['limit.exhausted'])
  const exhaust = async () => {
    const at = core.clock()
    core.lastSeen.limitExhausted({ organizationId, tier: 'standard', keyId: 'k', at })
    core.lastSeen.limitExhausted({ organizationId, tier: 'standard', keyId: 'other', at })
    await core.lastSeen.flush()
  }
  await exhaust()
  core.advance(899)
  await exhaust()
  expect((await delivered()).map(({ data }) => data)).toMatchObject([
    { tier: 'standard', keyId: 'k' },
  ])
  core.advance(1)
  await exhaust()
  expect(await delivered()).toHaveLength(2)
})
