import { afterAll, expect, test } from 'vitest'
import { listenTo } from '../../signals/testing/listen-to.ts'
import { openOwnCore } from '../../testing/own-core.ts'
import { boundWaiting } from './bound-waiting.ts'
import { newReceiver } from './testing/new-receiver.ts'

const core = await openOwnCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }

/** A receiver for which so many deliveries wait. */
async function crowded(count: number) {
  const hook = await newReceiver(core)
  for (let i = 0; i < count; i += 1) await hook.makeThing(`truck-${i}`)
  return hook
}

test('new events are dropped while too many deliveries wait, and noted again once half of these are over', async () => {
  const hook = await crowded(7)
  const other = await crowded(6)
  await boundWaiting(core, 6)
  const since = core.clock().toISOString()
  expect(await hook.integration()).toMatchObject({ enabled: true, droppingSince: since })
  expect(await other.integration()).toMatchObject({ droppingSince: null })
  await hook.makeThing('dropped')
  await other.makeThing('noted')
  expect([(await hook.log()).length, (await other.log()).length]).toEqual([7, 7])

  // Nothing more is made to wait by hand either.
  const [{ id: deliveryId } = { id: '' }] = await hook.log()
  const refused = {
    code: 'conflict',
    detail: expect.stringContaining('Too many deliveries are pending'),
  }
  await expect(hook.act('integrations.test', { params })).rejects.toMatchObject(refused)
  const again = hook.act('integrations.redeliver', { params: { ...params, deliveryId } })
  await expect(again).rejects.toMatchObject(refused)

  const where = { organizationId: hook.organizationId }
  const rows = await core.db.delivery.findMany({ where, orderBy: { position: 'asc' } })
  const end = (some: typeof rows) =>
    core.db.delivery.updateMany({
      where: { ...where, id: { in: some.map(({ id }) => id) } },
      data: { status: 'succeeded', finishedAt: core.clock() },
    })
  await end(rows.slice(0, 3))
  await boundWaiting(core, 6)
  expect(await hook.integration()).toMatchObject({ droppingSince: since })
  await end(rows.slice(3, 4))
  await boundWaiting(core, 6)
  expect(await hook.integration()).toMatchObject({ droppingSince: null })
  await hook.makeThing('noted')
  await hook.deliver()
  const told = hook.delivered().map(({ data }) => data.thing.id)
  expect(told.sort()).toEqual(['noted', 'truck-4', 'truck-5', 'truck-6'])

  const { items } = await hook.act('audit.list', { query: {} })
  const changes = items.filter(({ operation }) => operation.endsWith('Events'))
  expect(changes).toMatchObject([
    { operation: 'integrations.noteEvents', after: { droppingSince: null } },
    { operation: 'integrations.dropEvents', after: { droppingSince: since } },
  ])
})

test('integrations beyond the second share what may wait for two', async () => {
  const hook = await crowded(4)
  for (const id of ['second', 'third']) {
    await hook.act('integrations.create', {
      body: { id, name: id, url: 'https://hooks.example/in', eventTypes: ['key.created'] },
    })
    await boundWaiting(core, 5)
    const droppingSince = id === 'third' ? core.clock().toISOString() : null
    expect(await hook.integration()).toMatchObject({ droppingSince })
  }
})

test('an integration whose last delivery is over, or that is disabled, is looked at too', async () => {
  const hook = await crowded(2)
  await boundWaiting(core, 1)
  await hook.deliver()
  await boundWaiting(core, 1)
  expect(await hook.integration()).toMatchObject({ droppingSince: null })
  const disabled = await crowded(2)
  await disabled.act('integrations.update', { params, body: { enabled: false } })
  await boundWaiting(core, 1)
  expect(await disabled.integration()).toMatchObject({ enabled: false, droppingSince: null })
})

test('a threshold that is crossed meanwhile is told of afterwards, by the next data', async () => {
  const hook = await listenTo(core, ['metric.breached'], [{ metric: 'temperature', above: 8 }])
  const { id: organizationId } = hook
  const since = { droppingSince: core.clock() }
  await core.db.integration.updateMany({ where: { organizationId }, data: since })
  await hook.send(9)
  expect(await hook.delivered()).toEqual([])
  await boundWaiting(core)
  core.advance(1)
  await hook.send(10)
  expect(await hook.delivered()).toHaveLength(1)
})
