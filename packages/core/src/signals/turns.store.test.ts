import type { EventType } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../database/client.ts'
import { openOwnCore } from '../testing/own-core.ts'
import { tellStaleThings } from './index.ts'
import { listenTo } from './testing/listen-to.ts'

const core = await openOwnCore()
afterAll(() => core.close())

test('where a large fleet goes silent, another organization hears of its thing in its turn', async () => {
  const large = await listenTo(core, ['thing.stale'])
  const small = await listenTo(core, ['thing.stale'])
  await core.db.thing.createMany({
    data: Array.from({ length: 2500 }, (_, i) => ({
      ...{ organizationId: large.id, id: `silent-${i}`, name: 'Silent', thingTypeId: 'truck' },
      ...{ online: true, lastSeenAt: core.clock() },
    })),
  })
  await small.send(4)
  core.advance(160)
  await tellStaleThings(core)
  const deliveries = await core.db.delivery.findMany({
    where: { organizationId: { in: [large.id, small.id] } },
    orderBy: { position: 'asc' },
    select: { organizationId: true },
  })
  expect(deliveries).toHaveLength(2501)
  const turn = deliveries.findIndex(({ organizationId }) => organizationId === small.id)
  expect(turn).toBeLessThanOrEqual(1000)
})

test('a failure in one organization does not end the turns of another, and is thrown at the end', async () => {
  const bad = await listenTo(core, ['thing.stale'])
  const large = await listenTo(core, ['thing.stale'])
  await core.db.thing.createMany({
    data: Array.from({ length: 450 }, (_, i) => ({
      ...{ organizationId: large.id, id: `silent-${i}`, name: 'Silent', thingTypeId: 'truck' },
      ...{ online: true, lastSeenAt: core.clock() },
    })),
  })
  await bad.send(4)
  core.advance(160)
  const db = core.db.$extends({
    query: {
      $queryRaw({ args, query }) {
        if (args.values.includes(bad.id)) throw new Error('refused')
        return query(args)
      },
    },
  }) as unknown as Database
  await expect(tellStaleThings({ ...core, db })).rejects.toThrow('refused')
  const organizationId = large.id
  expect(await core.db.delivery.count({ where: { organizationId } })).toBe(450)
  await tellStaleThings(core)
})

test('sent data is noted and reported after a transaction that had locked the thing', async () => {
  const { id: organizationId, send, delivered } = await listenTo(core, ['thing.online'])
  const other = await listenTo(core, ['thing.online'])
  const locked = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const change = core.db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM things WHERE "organizationId" = ${organizationId} FOR UPDATE`
    locked.resolve()
    await over
  })
  await locked.promise
  await send(4, core.lastSeen.write)
  await other.send(4, core.lastSeen.write)
  await expect.poll(other.delivered).toHaveLength(1)
  expect(await delivered()).toEqual([])
  end()
  await change
  await core.lastSeen.flush()
  expect(await delivered()).toHaveLength(1)
  const thing = await core.db.thing.findFirstOrThrow({ where: { organizationId } })
  expect(thing.lastSeenAt).toEqual(core.clock())
})

test('an organization of which much crosses thresholds keeps only itself waiting', async () => {
  const breached: EventType[] = ['metric.breached']
  const large = await listenTo(core, ['thing.stale'])
  const small = await listenTo(core, breached, [{ metric: 'temperature', above: 8 }])
  const metrics = Array.from({ length: 50 }, (_, i) => `m${i}`)
  const type = metrics.map((key) => ({ key, metricDefinitionId: 'air' }))
  await large.act('thingTypes.create', { body: { id: 'wide', name: 'Wide', metrics: type } })
  const thresholds = metrics.map((metric) => ({ metric, above: 8 }))
  for (const id of ['one', 'two', 'three']) {
    const body = { id, name: id, url: 'https://hooks.example', eventTypes: breached, thresholds }
    await large.act('integrations.create', { body: body as never })
  }
  const at = core.clock().getTime()
  const values = Object.fromEntries(metrics.map((key) => [key, [9]]))
  const sent = Array.from({ length: 20 }, (_, i) => ({
    thingId: `w-${i}`,
    timestamps: [at],
    values,
  }))
  const query = { createMissing: 'wide' }
  await large.act('telemetry.ingestThingsColumnar', { query, body: { things: sent } })
  // A slow machine may have reported some by then.
  let before = 0
  await small.send(9, async () => {
    before = await core.db.delivery.count({ where: { organizationId: large.id } })
    await core.lastSeen.flush()
  })
  const deliveries = await core.db.delivery.findMany({
    where: { organizationId: { in: [large.id, small.id] } },
    orderBy: { position: 'asc' },
    select: { organizationId: true },
  })
  expect(deliveries).toHaveLength(20 * 50 * 3 + 1)
  const turn = deliveries.findIndex(({ organizationId }) => organizationId === small.id)
  // The batch in progress, and one more.
  expect(turn).toBeLessThanOrEqual(before + 2 * 500)
})
