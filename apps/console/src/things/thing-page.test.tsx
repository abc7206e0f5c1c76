import { expect, test } from 'vitest'
import { shownWith } from '#data/testing/shown-with.tsx'
import { ThingPage } from './thing-page.tsx'

const at = '2026-03-01T00:00:00.000Z'
const thing = {
  ...{ id: 'truck-7', name: 'Truck', description: '', thingTypeId: 'truck', siteId: null },
  ...{ fleetIds: [], status: 'Active', labels: {}, location: null, attributes: {} },
  ...{ freshness: null, lastSeenAt: null, createdAt: at, updatedAt: at, etag: '' },
}

test('a thing leads to its changes under each type that it has had', async () => {
  const html = await shownWith(<ThingPage thingId="truck-7" />, (operation) => {
    if (operation === 'things.get') return thing
    throw new Error('lost')
  })
  expect(html).toContain(
    `href="/o/demo/audit-log?resource=${encodeURIComponent('THING/#/truck-7')}"`,
  )
})
