import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore(new Date('2026-06-01T12:00:00Z'))
afterAll(() => core.close())

test('deliveries are of events in a range, fixed or back from now', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.created'] })
  for (const id of ['truck-1', 'truck-2', 'truck-3']) {
    await hook.makeThing(id)
    core.advance(60)
  }
  const asked = async (query: { from?: string; to?: string }) => {
    const { items, total } = await hook.act('integrations.deliveries', {
      params: { integrationId: 'hook' },
      query: { ...query, count: 'true' },
    })
    expect(total).toBe(items.length)
    return items.map(({ resource }) => resource?.split('/').at(-1))
  }
  expect(await asked({})).toEqual(['truck-3', 'truck-2', 'truck-1'])
  expect(await asked({ from: '2026-06-01T12:01:00Z' })).toEqual(['truck-3', 'truck-2'])
  expect(await asked({ to: '2026-06-01T12:01:00Z' })).toEqual(['truck-1'])
  expect(await asked({ from: '-2m', to: '-1m' })).toEqual(['truck-2'])
  expect(await asked({ from: '-999999w', to: '-4w' })).toEqual([])
})
