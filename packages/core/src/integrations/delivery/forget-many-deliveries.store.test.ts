import { afterAll, expect, test } from 'vitest'
import { openOwnCore } from '../../testing/own-core.ts'
import { forgetManyDeliveries } from './forget-many-deliveries.ts'
import { newReceiver } from './testing/new-receiver.ts'

const core = await openOwnCore()
afterAll(() => core.close())

/** Creates things an hour apart and delivers all but the last; returns the deliveries still in the log. */
async function receiver(hours: number, second = false) {
  const hook = await newReceiver(core)
  if (second) {
    await hook.act('integrations.create', {
      body: { id: 'other', name: 'O', url: 'https://o.example/', eventTypes: ['thing.created'] },
    })
  }
  for (let hour = 0; hour < hours; hour += 1) {
    core.advance(3600)
    for (const name of ['a', 'b']) await hook.makeThing(`${name}-${hour}`)
    if (hour < hours - 1) await hook.deliver()
  }
  const { organizationId } = hook
  return {
    ...hook,
    deliveries: async () => {
      const rows = await core.db.delivery.findMany({
        where: { organizationId },
        orderBy: [{ integrationId: 'asc' }, { position: 'asc' }],
        include: { event: true },
      })
      return rows.map(({ integrationId, event, status }) => {
        return `${integrationId} ${event.resource.split('/').at(-1)} ${status}`
      })
    },
    events: () => core.db.event.count({ where: { organizationId } }),
  }
}

test('of an integration with very many tries the oldest finished deliveries go, by whole hours', async () => {
  const hook = await receiver(6)
  const all = await hook.deliveries()
  expect(all).toHaveLength(12)
  await forgetManyDeliveries(core, 11)
  expect(await hook.deliveries()).toEqual(all)
  // Each hour has two attempts, so the three newest have at least five.
  await forgetManyDeliveries(core, 5, 1)
  expect(await hook.deliveries()).toEqual(all.slice(4))
  expect(await hook.events()).toBe(8)
  await forgetManyDeliveries(core, 1)
  expect(await hook.deliveries()).toEqual(all.slice(8))
})

test('an event stays while another integration has a delivery of it, and what waits is never forgotten', async () => {
  const hook = await receiver(4, true)
  await forgetManyDeliveries(core, 1)
  const left = await hook.deliveries()
  expect(left.filter((one) => one.startsWith('hook'))).toEqual([
    ...['hook a-2 succeeded', 'hook b-2 succeeded', 'hook a-3 pending', 'hook b-3 pending'],
  ])
  expect(left.filter((one) => one === 'other a-0 pending')).toHaveLength(1)
  expect(left.filter((one) => one.startsWith('other'))).toHaveLength(8)
  expect(await hook.events()).toBe(8)
})

test('what cannot be forgotten of one integration keeps none of another', async () => {
  const hooks = [await receiver(3), await receiver(3)]
  const refusing = (organizationId: string) => ({
    db: core.db.$extends({
      client: {},
      query: {
        async $queryRaw({
          args,
          query,
        }: {
          args: { values: unknown[] }
          query: (args: unknown) => unknown
        }) {
          if (args.values.includes(organizationId)) throw new Error('too long')
          return query(args)
        },
      },
    }) as never,
  })
  for (const { organizationId } of hooks) {
    await expect(forgetManyDeliveries(refusing(organizationId), 1)).rejects.toThrow('too long')
  }
  for (const hook of hooks) expect(await hook.deliveries()).toHaveLength(4)
})
