import { afterAll, expect, test } from 'vitest'
import { publish } from '../events/index.ts'
import { openTestCore } from '../testing/core.ts'
import { newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

test('events that are written in several batches keep their order, each with its delivery', async () => {
  const { organizationId } = await newReceiver(core, { eventTypes: ['key.created'] })
  const resources = Array.from({ length: 4100 }, (_, i) => `KEY/${i}`)
  const drafts = resources.map((resource) => ({
    ...{ organizationId, type: 'key.created' as const, resource, paths: [resource] },
    ...{ occurredAt: core.clock(), data: {} },
  }))
  await core.db.$transaction((transaction) => publish(transaction, drafts), { timeout: 60_000 })
  const written = await core.db.delivery.findMany({
    where: { organizationId },
    orderBy: { position: 'asc' },
    select: { event: { select: { resource: true } } },
  })
  expect(written.map(({ event }) => event.resource)).toEqual(resources)
})
