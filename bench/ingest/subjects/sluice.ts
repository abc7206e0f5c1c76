// The product's own server, with a key that may write and read the bench's things and budgets that a bench does not exhaust.
import { randomBytes } from 'node:crypto'
import { buildServer, createLogger, rehearseJson } from '@sluice/api'
import { actForOrganization, createOrganization, openCore, perform, warmUp } from '@sluice/core'
import { serving, subjectOptions } from '../../subject.ts'
import { roomy } from '../../verify/roomy.ts'
import { METRICS } from '../walk.ts'

const {
  things,
  inFleet = things,
  log,
  metrics: keys = METRICS,
  pepper = randomBytes(32).toString('hex'),
  key,
  ...urls
} = subjectOptions<{
  databaseUrl: string
  clickhouseUrl: string
  things: number
  /** How many of them are in the fleet `all`. */
  inFleet?: number
  /** The folder of the samples that are acknowledged and not stored yet; without it these are in a log that nodes share. */
  log?: string
  /** Keys of what a thing measures. */
  metrics?: readonly string[]
  /** Where it is started again: the secret of its keys' digests, and the key that it has. */
  pepper?: string
  key?: string
}>()
const opened = openCore({
  ...urls,
  peppers: new Map([[1, pepper]]),
  // As the product is on one machine, or one of many nodes.
  sampleWriter: log ? { kind: 'this', log } : { kind: 'nodes', flushes: true },
})
void warmUp(opened, rehearseJson)
const core = { ...opened, buckets: roomy(opened.buckets) }
const app = await buildServer({
  ...{ core, apiUrl: 'http://api.example' },
  origins: [],
  trustedProxies: [],
  logger: createLogger('warn'),
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url, headers: { 'X-Api-Key': key ?? (await prepare()) } }, async () => {
  await app.close()
  await opened.close()
})

/**
 * An organization with a thing type of the bench's metrics, the things `0` to `things - 1` in fleets, and a
 * key to all of it.
 */
async function prepare(): Promise<string> {
  await createOrganization(core, { id: 'bench', name: 'bench' })
  const actor = await actForOrganization(core, 'bench', 'bench')
  if (!actor) throw new Error('The organization was not made.')
  const by = { actor, requestId: 'bench', address: null }
  const gauge = { id: 'gauge', name: 'Gauge', valueType: 'number' as const, min: -1e6, max: 1e6 }
  await perform(core, { name: 'metricDefinitions.create', ...by, call: { body: gauge } })
  const metrics = keys.map((key) => ({ key, metricDefinitionId: 'gauge' }))
  const type = { id: 'station', name: 'Station', metrics }
  await perform(core, { name: 'thingTypes.create', ...by, call: { body: type } })
  await core.db.thing.createMany({
    data: Array.from({ length: things }, (_, i) => ({
      ...{ organizationId: 'bench', id: `station-${i}`, name: `Station ${i}` },
      thingTypeId: 'station',
    })),
  })
  await makeFleet('all', inFleet)
  await makeFleet('deep', 100)
  const scopes = (['write', 'read'] as const).map((action) => ({ action, resourceFilter: '#' }))
  const body = { keyType: 'External' as const, name: 'bench', scopes }
  const { key } = await perform(core, { name: 'keys.create', ...by, call: { body } })
  return key
}

/** A fleet of the first things. */
async function makeFleet(id: string, size: number): Promise<void> {
  const fleet = { organizationId: 'bench', id, name: id }
  await core.db.fleet.create({ data: fleet })
  await core.db.fleetMember.createMany({
    data: Array.from({ length: Math.min(size, things) }, (_, i) => ({
      ...{ organizationId: 'bench', fleetId: id, thingId: `station-${i}` },
    })),
  })
}
