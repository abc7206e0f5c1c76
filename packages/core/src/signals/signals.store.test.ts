import type { EventType } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { payloadOf } from '../integrations/present-delivery.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { documented } from '../testing/documented.ts'
import { tellExpiredKeys, tellStaleThings } from './index.ts'
import { silentThings } from './stale-things.ts'
import { judgeThresholds } from './thresholds.ts'

const core = openTestCore()
afterAll(() => core.close())

/** An organization with a thing that is expected to send every minute, and an integration. */
async function listenTo(eventTypes: EventType[], thresholds: object[] = []) {
  const organization = await newOrganization(core)
  const { id: organizationId, act } = organization
  await act('metricDefinitions.create', {
    body: { id: 'air', name: 'Air', valueType: 'number', expectedIntervalSeconds: 60 },
  })
  await act('thingTypes.create', {
    body: {
      ...{ id: 'truck', name: 'Truck' },
      metrics: [{ key: 'temperature', metricDefinitionId: 'air' }],
    },
  })
  await act('things.create', { body: { id: 'truck-1', name: 'Truck 1', thingTypeId: 'truck' } })
  const integration = { id: 'hook', name: 'Hook', url: 'https://hooks.example', eventTypes }
  await act('integrations.create', { body: { ...integration, thresholds } as never })
  return {
    ...organization,
    async send(temperature: number) {
      const timestamp = core.clock().toISOString()
      await act('telemetry.ingest', {
        params: { thingId: 'truck-1' },
        query: {},
        body: { timestamp, values: { temperature } },
      })
      await core.lastSeen.flush()
    },
    async delivered() {
      const events = await core.db.delivery.findMany({
        where: { organizationId },
        orderBy: { position: 'asc' },
        include: { event: true },
      })
      for (const { event } of events) documented(payloadOf(event))
      return events.map(({ event }) => event)
    },
  }
}

test('a thing emits online once, stale after twice its interval, then online again', async () => {
  const { send, delivered } = await listenTo(['thing.online', 'thing.stale'])
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

test('the search for stale things uses the index of online ones', async () => {
  const plan = await core.db.$transaction(async (transaction) => {
    // The tests' tables are too small for the planner to choose an index.
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`
    return transaction.$queryRaw`EXPLAIN (FORMAT JSON) ${silentThings(core.clock())}`
  })
  expect(JSON.stringify(plan)).toContain('"things_online_by_type_idx"')
})

test('a threshold emits an event only when it is crossed, in either direction', async () => {
  const { act, send, delivered } = await listenTo(
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

test('concurrent checks of a threshold emit each crossing once per thing', async () => {
  const { id, act, send, delivered } = await listenTo(
    ['metric.breached', 'metric.cleared'],
    [{ metric: 'temperature', above: 8 }],
  )
  const ids = ['truck-1', 'truck-2', 'truck-3']
  const judgeAtOnce = () =>
    Promise.all([judgeThresholds(core, id, ids), judgeThresholds(core, id, [...ids].reverse())])
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

test('an expired key emits one event', async () => {
  const { mint, delivered } = await listenTo(['key.expired'])
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
  const { mint, delivered } = await listenTo(['key.expired'])
  await tellExpiredKeys(core)
  const minted: string[] = []
  // Two expire at one instant, across the end of a batch.
  for (const seconds of [50, 20, 30, 30, 40]) {
    const expiresAt = new Date(core.clock().getTime() + seconds * 1000).toISOString()
    minted.push(`KEY/${(await mint({ expiresAt })).id}`)
  }
  core.advance(120)
  const bounds = { batch: 2, batches: 1 }
  const resources = async () => (await delivered()).map(({ resource }) => resource)
  await tellExpiredKeys(core, bounds)
  expect((await resources()).length).toBeLessThan(5)
  while ((await resources()).length < 5) await tellExpiredKeys(core, bounds)
  await tellExpiredKeys(core)
  const [last, first, ...rest] = minted
  const [one, two, ...later] = await resources()
  expect([one, ...later.slice(-1)]).toEqual([first, last])
  expect([two, ...later].sort()).toEqual([...rest, last].sort())
})

test('an exhausted limit emits at most one event per 15 minutes', async () => {
  const { id: organizationId, delivered } = await listenTo(['limit.exhausted'])
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
