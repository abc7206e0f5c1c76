import { expect, test } from 'vitest'
import { eventsOf } from './of-entry.ts'

const thing = { id: 'unit', thingTypeId: 'truck', siteId: null, fleetIds: [] }

test('what is stored alike is not told as changed', () => {
  const [event] = eventsOf({
    ...{ organizationId: 'acme', at: new Date(0), operation: 'things.batch' },
    ...{ actorType: 'key', actorId: 'k', actorName: 'Sync', resource: 'THING/truck/unit' },
    before: { ...thing, name: 'Old', attributes: { tilt: 0, wheels: [{ n: 1, side: 'l' }] } },
    after: { ...thing, name: 'New', attributes: { wheels: [{ side: 'l', n: 1 }], tilt: -0 } },
  })
  expect(event).toHaveProperty('data.previous', { name: 'Old' })
})
