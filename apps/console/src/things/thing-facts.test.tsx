import type { Thing } from '@sluice/contract'
import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { ThingFacts } from './thing-facts.tsx'

const at = '2026-03-01T00:00:00.000Z'
const thing: Thing = {
  ...{ id: 'truck-7', name: 'Truck', description: '', thingTypeId: 'truck', siteId: 'oslo' },
  ...{ fleetIds: ['north'], status: 'Active', labels: {}, location: null, attributes: {} },
  ...{ lastSeenAt: null, createdAt: at, updatedAt: at, etag: '' },
}

test('the site and the fleets of a thing lead to their pages', async () => {
  const html = await shownWith(<ThingFacts thing={thing} />, () => undefined)
  expect(html).toContain('href="/o/demo/sites/oslo"')
  expect(html).toContain('href="/o/demo/fleets/north"')
})
