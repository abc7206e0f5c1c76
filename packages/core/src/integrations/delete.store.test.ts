import { afterAll, expect, test } from 'vitest'
import type { Database } from '../database/client.ts'
import { perform } from '../pipeline/perform.ts'
import { openOwnCore } from '../testing/own-core.ts'
import { integrationsByPepper } from './by-pepper.ts'
import { deleteMarked } from './delivery/delete-marked.ts'
import { down, newReceiver } from './delivery/testing/new-receiver.ts'

const core = await openOwnCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }
const draft = { id: 'hook', name: 'Again', url: 'https://hooks.example/in' }

async function crowded(count: number) {
  const hook = await newReceiver(core)
  for (let i = 0; i < count; i += 1) await hook.makeThing(`truck-${i}`)
  return { ...hook, stored: () => storedOf(hook.organizationId) }
}

/** The number of deliveries per lane, and the integrations. */
async function storedOf(organizationId: string) {
  const where = { organizationId }
  const deliveries = await core.db.delivery.count({ where })
  const integrations = await core.db.integration.count({ where })
  return { deliveries, integrations }
}

test('a deleted integration is gone at once, and its deliveries are deleted in batches', async () => {
  const hook = await crowded(5)
  await hook.act('integrations.delete', { params })
  expect(await hook.stored()).toEqual({ deliveries: 5, integrations: 1 })
  await expect(hook.integration()).rejects.toMatchObject({ code: 'not-found' })
  await expect(hook.log()).rejects.toMatchObject({ code: 'not-found' })
  const query = { count: 'true', limit: 10 } as const
  expect(await hook.act('integrations.list', { query })).toMatchObject({ items: [], total: 0 })
  const { items } = await hook.act('integrations.tries', { query: { integrations: 'hook' } })
  expect(items).toEqual([])
  const [row] = await core.db.integration.findMany({
    where: { organizationId: hook.organizationId },
  })
  expect(row).toMatchObject({ secret: new Uint8Array(), previousSecret: null })
  expect(await integrationsByPepper(core)).toEqual(new Map())
  await hook.deliver()
  expect(hook.received).toEqual([])

  await deleteMarked(core, 2)
  expect(await hook.stored()).toEqual({ deliveries: 0, integrations: 1 })
  core.advance(301)
  await deleteMarked(core, 2)
  expect(await hook.stored()).toEqual({ deliveries: 0, integrations: 0 })
})

test('its id can be used again while its deliveries are still there, and these are not taken for the new one’s', async () => {
  const hook = await crowded(3)
  await hook.act('integrations.delete', { params })
  await hook.act('integrations.create', { body: { ...draft, eventTypes: ['thing.created'] } })
  await expect(
    hook.act('integrations.create', { body: { ...draft, eventTypes: ['thing.created'] } }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await hook.makeThing('other')
  const { id, eventId } = await hook.act('integrations.test', { params })
  const [newest, ...others] = await hook.log()
  expect(newest).toMatchObject({ id, eventId, integrationId: 'hook' })
  expect(others).toMatchObject([{ resource: 'THING/truck/other', integrationId: 'hook' }])

  const where = { organizationId: hook.organizationId, deletedAt: null }
  const { lane } = await core.db.integration.findFirstOrThrow({ where })
  await hook.deliver(core.db, lane)
  expect(hook.received).toHaveLength(2)
  const { items } = await hook.act('integrations.tries', { query: { integrations: 'hook' } })
  expect(items).toMatchObject([{ integrationId: 'hook', day: { succeeded: 2 } }])

  core.advance(301)
  await deleteMarked(core)
  expect(await hook.stored()).toEqual({ deliveries: 2, integrations: 1 })
  expect(await hook.log()).toHaveLength(2)
})

test('what a round has to itself stays until the round has settled it', async () => {
  const hook = await crowded(1)
  hook.answers(async () => {
    await hook.act('integrations.delete', { params })
    await deleteMarked(core)
    return down()
  })
  await hook.deliver()
  expect(await hook.stored()).toEqual({ deliveries: 1, integrations: 1 })
  await deleteMarked(core)
  expect(await hook.stored()).toEqual({ deliveries: 0, integrations: 1 })
})

test('an integration is deleted while a change notes a delivery for it', async () => {
  const hook = await crowded(0)
  let deleted: Promise<unknown> = Promise.resolve()
  const db = core.db.$extends({
    query: {
      integration: {
        // The last statement before the delivery is inserted.
        async findMany({ args, query }) {
          const listeners = await query(args)
          deleted = hook.act('integrations.delete', { params })
          await waitsForChain()
          return listeners
        },
      },
    },
  }) as unknown as Database
  const { system } = hook
  await perform({ ...core, db }, {
    ...{ actor: system, requestId: 'test', address: null, ifMatch: undefined },
    name: 'things.create',
    call: { body: { id: 'truck-1', name: 'Truck', thingTypeId: 'truck' } },
  } as never)
  await deleted
  expect(await hook.stored()).toEqual({ deliveries: 1, integrations: 1 })
  await deleteMarked(core)
  expect(await hook.stored()).toEqual({ deliveries: 0, integrations: 1 })
})

test('a sweep deletes some batches of limited size', async () => {
  const hook = await crowded(22)
  await hook.act('integrations.delete', { params })
  await deleteMarked(core, 1)
  expect(await hook.stored()).toMatchObject({ deliveries: 2 })
  await deleteMarked(core, 1)
  expect(await hook.stored()).toMatchObject({ deliveries: 0 })
})

test('a failure in one organization does not end the batches of another, and is thrown at the end', async () => {
  const [bad, other] = [await crowded(1), await crowded(6)]
  for (const hook of [bad, other]) await hook.act('integrations.delete', { params })
  const db = core.db.$extends({
    query: {
      $executeRaw({ args, query }) {
        if (args.values.includes(bad.organizationId)) throw new Error('refused')
        return query(args)
      },
    },
  }) as unknown as Database
  await expect(deleteMarked({ ...core, db }, 2)).rejects.toThrow('refused')
  expect(await other.stored()).toMatchObject({ deliveries: 0 })
  expect(await bad.stored()).toMatchObject({ deliveries: 1 })
  await deleteMarked(core)
})

test('who deletes integrations without end does not hold up the cleaning of others', async () => {
  const [busy, other] = [await crowded(0), await crowded(1)]
  await core.db.integration.createMany({
    data: Array.from({ length: 30 }, (_, i) => ({
      ...{ organizationId: busy.organizationId, id: `i${i}`, lane: `i${i}`, name: 'H' },
      ...{ url: draft.url, eventTypes: [], resourceFilter: '#', secret: new Uint8Array() },
      ...{ enabled: false, deletedAt: new Date(0) },
    })),
  })
  await other.act('integrations.delete', { params })
  await deleteMarked(core)
  expect(await other.stored()).toMatchObject({ deliveries: 0 })
})

async function waitsForChain(): Promise<void> {
  for (;;) {
    const waiting = await core.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO audit_chains%'`
    if (waiting.length > 0) return
  }
}
