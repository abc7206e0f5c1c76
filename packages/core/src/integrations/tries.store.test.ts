import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { forgetOldEvents } from './delivery/forget-old-events.ts'
import { down, fine, newReceiver } from './delivery/testing/new-receiver.ts'

// Other suites' deliveries are from later: this one deletes old ones of all organizations.
const core = openTestCore(new Date('2026-01-01T12:59:00Z'))
afterAll(() => core.close())

const HOUR = 3600

test('tries are counted by the hour, for 24 hours and 7 days, and forgotten with their log', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.created'] })
  const other = await newReceiver(core)
  const asked = { query: { integrations: 'hook,nowhere' } }
  const tries = async () => (await hook.act('integrations.tries', asked)).items
  const none = { succeeded: 0, failed: 0, successRatio: null }
  expect(await tries()).toEqual([{ integrationId: 'hook', day: none, week: none }])

  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(23 * HOUR)
  hook.answers(() => fine)
  await hook.makeThing('truck-2')
  await hook.deliver()
  const all = { succeeded: 2, failed: 1, successRatio: 2 / 3 }
  expect(await tries()).toEqual([{ integrationId: 'hook', day: all, week: all }])

  core.advance(HOUR)
  const recent = { succeeded: 2, failed: 0, successRatio: 1 }
  expect(await tries()).toEqual([{ integrationId: 'hook', day: recent, week: all }])
  expect((await other.act('integrations.tries', asked)).items[0]?.week).toEqual(none)
  const scope = { action: 'read', resourceFilter: 'INTEGRATION/other' } as const
  expect((await hook.act('integrations.tries', asked, scope)).items).toEqual([])

  core.advance(31 * 24 * HOUR)
  await forgetOldEvents(core)
  const { organizationId } = hook
  expect(await core.db.deliveryHour.count({ where: { organizationId } })).toBe(0)
})
