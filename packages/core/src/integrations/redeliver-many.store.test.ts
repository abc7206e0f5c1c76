import type { Call } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { lockChain } from '../audit/index.ts'
import { withSetter } from '../events/index.ts'
import { openTestCore } from '../testing/core.ts'
import { down, fine, newReceiver } from './delivery/testing/new-receiver.ts'
import { redeliverable } from './redeliverable.ts'
import { OUT_OF_REACH } from './side-to-send.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }
type Body = Partial<Call<'integrations.redeliverMany'>['body']>

/** A receiver with a finally failed delivery for each of some things, a minute apart. */
async function newFailed(count: number) {
  const hook = await newReceiver(core, { eventTypes: ['thing.created'] })
  hook.answers(down)
  const times: string[] = []
  for (let i = 0; i < count; i += 1) {
    times.push(core.clock().toISOString())
    await hook.makeThing(`truck-${i}`)
    core.advance(60)
  }
  await core.db.delivery.updateMany({
    where: { organizationId: hook.organizationId },
    data: { status: 'failed', tries: 9, finishedAt: core.clock() },
  })
  hook.answers(() => fine)
  const again = (body: Body) =>
    hook.act('integrations.redeliverMany', { params, body: { validateOnly: false, ...body } })
  const statuses = async () => (await hook.log()).map(({ status }) => status).reverse()
  return { ...hook, times, again, statuses }
}

test('the failed deliveries of a range are made again, once, and a plan changes nothing', async () => {
  const hook = await newFailed(4)
  const [, from, , to] = hook.times
  const range = { from, to }
  const plan = await hook.again({ ...range, validateOnly: true })
  const some = { deliveries: 2, outOfReach: 0, missing: [], remaining: 0 }
  expect(plan).toEqual({ validateOnly: true, ...some })
  expect(await hook.statuses()).toEqual(['Failed', 'Failed', 'Failed', 'Failed'])
  expect(await hook.again(range)).toEqual({ validateOnly: false, ...some })
  expect(await hook.statuses()).toEqual(['Failed', 'Pending', 'Pending', 'Failed'])
  expect(await hook.again(range)).toMatchObject({ deliveries: 0 })
  await hook.deliver()
  // Those of different things are sent concurrently.
  expect(
    hook
      .delivered()
      .map(({ data }) => data.resource)
      .sort(),
  ).toEqual(['THING/truck/truck-1', 'THING/truck/truck-2'])
  expect(await hook.again({})).toMatchObject({ deliveries: 2 })
  const { items } = await hook.act('audit.list', {
    query: { operation: 'integrations.redeliverMany' },
  })
  expect(items.map(({ after }) => after)).toMatchObject([{ deliveries: 2 }, { deliveries: 2 }])
})

test('a range may be relative to now, and the audit log has its times', async () => {
  const hook = await newFailed(4)
  const [, from, , to] = hook.times
  // The clock is a minute past the last.
  expect(await hook.again({ from: '-3m', to: '-1m' })).toMatchObject({ deliveries: 2 })
  expect(await hook.statuses()).toEqual(['Failed', 'Pending', 'Pending', 'Failed'])
  const { items } = await hook.act('audit.list', {
    query: { operation: 'integrations.redeliverMany' },
  })
  expect(items.map(({ after }) => after)).toEqual([{ deliveries: 2, from, to }])
  expect(await hook.again({ from: '-999999w', to: 'now' })).toMatchObject({ deliveries: 2 })
})

test('named deliveries are repeated whatever their outcome, and unknown ones are reported', async () => {
  const hook = await newFailed(2)
  const other = await newFailed(1)
  const [last, first] = await hook.log()
  const [stranger] = await other.log()
  const deliveryIds = [first?.id ?? '', stranger?.id ?? '', 'nowhere']
  const answer = { deliveries: 1, missing: [stranger?.id, 'nowhere'], remaining: 0 }
  expect(await hook.again({ deliveryIds })).toMatchObject(answer)
  await hook.deliver()
  expect(await hook.again({ deliveryIds })).toMatchObject(answer)
  await hook.deliver()
  expect(hook.received).toHaveLength(2)
  expect((await hook.log()).find(({ id }) => id === last?.id)?.status).toBe('Failed')
  expect(await other.statuses()).toEqual(['Failed'])
})

test('what the setter of the present URL may not read does not go there', async () => {
  const hook = await newFailed(2)
  const own = { action: '*', resourceFilter: 'INTEGRATION/hook' } as const
  const url = 'https://elsewhere.example/in'
  await core.db.integration.updateMany({
    where: { organizationId: hook.organizationId },
    data: { url, urlVersion: 2, urlReach: { filters: ['THING/truck/truck-1'], keys: false } },
  })
  expect(await hook.again({})).toMatchObject({ deliveries: 1, outOfReach: 1, remaining: 0 })
  await hook.deliver()
  expect(hook.delivered().map(({ data }) => data.resource)).toEqual(['THING/truck/truck-1'])
  const body = { validateOnly: false }
  const read = { action: 'read', resourceFilter: 'INTEGRATION/hook' } as const
  await expect(
    hook.act('integrations.redeliverMany', { params, body }, read),
  ).rejects.toMatchObject({ code: 'scope-missing' })
  await hook.act('integrations.update', { params, body: { enabled: false } }, own)
  await expect(hook.again({})).rejects.toMatchObject({ code: 'conflict' })
})

test('a call checks a bounded number, and last those that could not be sent before', async () => {
  const hook = await newFailed(6)
  const { organizationId } = hook
  const resource = { in: ['THING/truck/truck-4', 'THING/truck/truck-5'] }
  await core.db.delivery.updateMany({
    where: { organizationId, NOT: { resource } },
    data: { lastError: OUT_OF_REACH },
  })
  // By now the second of the others is in reach, too.
  const urlReach = { filters: [...resource.in, 'THING/truck/truck-1'], keys: false }
  await core.db.integration.updateMany({ where: { organizationId }, data: { urlReach } })
  const row = await core.db.integration.findFirstOrThrow({ where: { organizationId } })
  const integration = await withSetter(core.db, row)
  const where = { organizationId, status: 'failed' } as const
  for (const [most, deliveries, outOfReach] of [
    [1, 1, 0],
    [3, 2, 1],
    [4, 3, 1],
  ] as const) {
    const found = await redeliverable(core, integration, where, most)
    expect(found).toMatchObject({ ids: { length: deliveries }, outOfReach })
  }
  expect(await hook.again({})).toMatchObject({ deliveries: 3, outOfReach: 3, remaining: 0 })
})

test('a change of a thing is made again for a setter who may read one of its states', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.updated'] })
  const { organizationId } = hook
  const attributes = { note: 'heavy' }
  await hook.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
  await hook.makeThing('unit')
  const change = { params: { thingId: 'unit' }, body: { thingTypeId: 'van', attributes } }
  await hook.act('things.update', change)
  await core.db.delivery.updateMany({ where: { organizationId }, data: { status: 'failed' } })
  for (const [type, deliveries] of [
    ['car', 0],
    ['truck', 1],
  ] as const) {
    const urlReach = { filters: [`THING/${type}/unit`], keys: false }
    await core.db.integration.updateMany({ where: { organizationId }, data: { urlReach } })
    const body = { validateOnly: true }
    expect(await hook.act('integrations.redeliverMany', { params, body })).toMatchObject({
      deliveries,
    })
  }
})

test('a redelivery waits for another change of its organization before it locks its delivery', async () => {
  const hook = await newFailed(1)
  const { organizationId } = hook
  const [{ id: deliveryId } = { id: '' }] = await hook.log()
  const again = await core.db.$transaction(
    async (db) => {
      await lockChain(db, organizationId)
      const redelivered = Promise.allSettled([
        hook.act('integrations.redeliver', { params: { ...params, deliveryId } }),
      ])
      const waiting = () => db.$queryRaw`
        SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
      await db.delivery.updateMany({ where: { organizationId }, data: { lastStatus: 500 } })
      return { redelivered }
    },
    { timeout: 20_000 },
  )
  expect(await again.redelivered).toMatchObject([{ status: 'fulfilled' }])
})

test('integrations that fail are found by it', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.created'] })
  const found = async (failing: 'true' | 'false') => {
    const { items } = await hook.act('integrations.list', { query: { failing } })
    return items.map(({ id }) => id)
  }
  expect([await found('true'), await found('false')]).toEqual([[], ['hook']])
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  expect([await found('true'), await found('false')]).toEqual([['hook'], []])
})

test('what a delivery waits behind comes with it, in the order of its thing', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.created', 'thing.updated'] })
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  await hook.deliver()
  await hook.rename('truck-1', 'One')
  await hook.rename('truck-2', 'Two')
  hook.answers(() => fine)
  const [two, one] = await hook.log()
  const deliveryId = one?.id ?? ''
  const told = () => hook.delivered().map(({ type, data }) => `${type} ${data.resource}`)
  await hook.act('integrations.redeliver', { params: { ...params, deliveryId } })
  await hook.deliver()
  const first = ['thing.created THING/truck/truck-1', 'thing.updated THING/truck/truck-1']
  expect(told()).toEqual(first)
  const body = { deliveryIds: [two?.id ?? ''], validateOnly: false }
  await hook.act('integrations.redeliverMany', { params, body })
  await hook.deliver()
  expect(told().slice(2)).toEqual(first.map((line) => line.replace('-1', '-2')))
})
