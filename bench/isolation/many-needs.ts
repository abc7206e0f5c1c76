import type { Shot } from './attack.ts'
import { type MakeShot, range, THINGS } from './made.ts'

/** Batches, each of other things. */
const BATCHES = 300

/** Calls that need very many resources, and the reports of what their key needed. */
export function* manyNeeds(shot: MakeShot, keyId: string): Generator<Shot> {
  const fleetIds = range(100, (i) => `needed-fleet-${i}`)
  for (const id of fleetIds) yield shot('fleets.create', 'fleet', { body: { id, name: id } })
  const properties = { name: 'N', thingTypeId: 'truck', fleetIds }
  const resources = [{ kind: 'thing', id: 'needed-{{index}}', count: 5000, properties }]
  const template = { id: 'needed', name: 'Needed', resources }
  yield shot('templates.create', 'template', { body: template })
  for (const applicationId of ['a', 'b', 'c']) {
    yield shot('templates.apply', 'plan of five thousand things in a hundred fleets', {
      params: { templateId: 'needed' },
      body: { applicationId, validateOnly: true },
    })
  }
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const things = range(THINGS, (i) => ({
      ...{ id: `needed-${batch * 97 + i}`, name: 'N', thingTypeId: 'truck' },
    }))
    yield shot('things.batch', 'batch of other things', { body: { validateOnly: true, things } })
  }
  const key = { keyId }
  yield shot('keys.calls', 'calls', { params: key, query: { limit: 1000 } })
  yield shot('keys.suggestions', 'suggestions', { params: key })
  const scopes = [{ action: 'read', resourceFilter: '#' }]
  yield shot('keys.replay', 'replay', { params: key, body: { scopes } })
}
