import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../../testing/core.ts'
import { bringForward } from './bring-forward.ts'
import { down, fine, newReceiver } from './testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }

/** A receiver with pending deliveries that were attempted, and are due later. */
async function withWaiting(count: number) {
  const hook = await newReceiver(core)
  for (let i = 0; i < count; i += 1) await hook.makeThing(`truck-${i}`)
  const where = { organizationId: hook.organizationId }
  const dueAt = new Date(core.clock().getTime() + 3_600_000)
  await core.db.delivery.updateMany({ where, data: { dueAt } })
  const later = () => core.db.delivery.count({ where: { ...where, dueAt: { gt: core.clock() } } })
  return { ...hook, later }
}

test('enabling an integration changes no delivery; its job then makes all that waits', async () => {
  const hook = await withWaiting(3)
  await hook.act('integrations.update', { params, body: { enabled: false } })
  await hook.act('integrations.update', { params, body: { enabled: true } })
  expect(await hook.later()).toBe(3)
  await hook.deliver()
  expect(hook.received).toHaveLength(3)
})

test('another URL changes no delivery; the job then makes all that waits, and retries in their time', async () => {
  const hook = await withWaiting(3)
  const body = { url: 'https://hooks.example/other' }
  await hook.act('integrations.update', { params, body })
  expect(await hook.later()).toBe(3)
  hook.answers(down)
  await hook.deliver()
  expect(await hook.later()).toBe(3)
  const tried = hook.received.length
  hook.answers(() => fine)
  await hook.deliver()
  expect(hook.received).toHaveLength(tried)
})

test('a receiver that is back gets all that waits, which no round’s own transaction brings forward', async () => {
  const hook = await withWaiting(3)
  const { organizationId } = hook
  await core.db.integration.updateMany({ where: { organizationId }, data: { failures: 5 } })
  await hook.makeThing('newest')
  let during: number | undefined
  hook.answers(async () => {
    during ??= await hook.later()
    return fine
  })
  await hook.deliver()
  expect(during).toBe(3)
  expect(hook.received).toHaveLength(4)
})

test('pending deliveries are brought forward batch by batch, of this organization only', async () => {
  const [hook, other] = [await withWaiting(5), await withWaiting(1)]
  const { organizationId } = hook
  const bring = () => bringForward(core.db, { organizationId, lane: 'hook' }, core.clock(), 2)
  const left: [boolean, number][] = []
  for (let i = 0; i < 3; i += 1) left.push([await bring(), await hook.later()])
  expect(left).toEqual([
    [true, 3],
    [true, 1],
    [false, 0],
  ])
  expect(await other.later()).toBe(1)
})

test('what another transaction has locked is brought forward by the next round', async () => {
  const hook = await withWaiting(2)
  const integration = { organizationId: hook.organizationId, lane: 'hook' }
  await core.db.integration.updateMany({ where: integration, data: { dueAtOnce: true } })
  const bring = () => bringForward(core.db, integration, core.clock())
  const isNoted = () => core.db.integration.count({ where: { ...integration, dueAtOnce: true } })
  await core.db.$transaction(async (db) => {
    await db.$queryRaw`
      SELECT 1 AS locked FROM deliveries WHERE "organizationId" = ${hook.organizationId} LIMIT 1 FOR UPDATE`
    await bring()
  })
  expect([await hook.later(), await isNoted()]).toEqual([1, 1])
  await bring()
  expect([await hook.later(), await isNoted()]).toEqual([0, 0])
})
