/** Cached things follow every change: those of the node at once, others when announced. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listening, notified } from '../changes/testing/notified.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
let organization: Awaited<ReturnType<typeof newOrganization>>

const params = { thingId: 'truck-1' }
const north = { fleetId: 'north' }

beforeAll(() => listening([core.changes]))

const allNotified = () => notified(core.db, [core.changes])

/** One organization per test, so that none starts with data of another. */
beforeEach(async () => {
  organization = await newOrganization(core)
  const { act } = organization
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'Europe/Oslo' } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  await act('metricDefinitions.create', { body: { id: 'air', name: 'Air', valueType: 'number' } })
  const metrics = [{ key: 'temperature', metricDefinitionId: 'air' }]
  for (const [id, unknownMetrics] of [
    ['truck', 'ignore'],
    ['van', 'reject'],
  ] as const) {
    await act('thingTypes.create', { body: { id, name: id, metrics, unknownMetrics } })
  }
  await act('things.create', {
    body: { id: 'truck-1', name: 'Truck', thingTypeId: 'truck', siteId: 'yard' },
  })
  await act('fleets.changeMembers', { params: north, body: { add: ['truck-1'], remove: [] } })
})
afterAll(() => core.close())

/** The thing and its type, as the node knows them. */
async function known() {
  const thing = await core.knownThings.thing(organization.id, 'truck-1')
  const type = thing && (await core.knownThings.type(organization.id, thing.thingTypeId))
  return { thing, type, metric: type?.metrics[0] }
}

function isRemembered(): boolean {
  const thing = core.knownThings.thing(organization.id, 'truck-1')
  if (thing === null || thing instanceof Promise) return false
  return !(core.knownThings.type(organization.id, thing.thingTypeId) instanceof Promise)
}

/** Earlier notifications must have arrived, so that the next one is that of the test. */
async function warm() {
  await allNotified()
  await known()
  expect(isRemembered()).toBe(true)
}

test('steady ingestion sends no queries to Postgres', async () => {
  const ingest = (temperature: number) =>
    organization.act('telemetry.ingest', {
      params,
      query: {},
      body: { timestamp: core.clock().getTime(), values: { temperature } },
    })
  // Last-seen times are written every two seconds, independently of ingestion.
  const flushes = vi.spyOn(core.lastSeen, 'flush').mockResolvedValue()
  await allNotified()
  await ingest(0)
  const queries = [vi.spyOn(core.db, '$queryRaw'), vi.spyOn(core.db.thing, 'findUnique')]
  for (let i = 1; i < 6; i += 1) expect(await ingest(i)).toMatchObject({ accepted: 1 })
  for (const query of queries) expect(query).not.toHaveBeenCalled()
  for (const spy of [flushes, ...queries]) spy.mockRestore()
})

test('cached things follow the changes of their own node at once', async () => {
  const { act } = organization
  await warm()
  await act('metricDefinitions.update', {
    params: { metricDefinitionId: 'air' },
    body: { max: 60 },
  })
  expect((await known()).metric?.max).toBe(60)
  await warm()
  await act('thingTypes.update', {
    params: { thingTypeId: 'truck' },
    body: { unknownMetrics: 'reject' },
  })
  expect((await known()).type?.unknownMetrics).toBe('reject')
  await warm()
  await act('things.update', { params, body: { thingTypeId: 'van' } })
  expect((await known()).thing?.thingTypeId).toBe('van')
  await warm()
  await act('fleets.changeMembers', { params: north, body: { add: [], remove: ['truck-1'] } })
  expect((await known()).thing?.fleetIds).toEqual([])
  await warm()
  await act('sites.update', { params: { siteId: 'yard' }, body: { timezone: 'UTC' } })
  expect((await known()).thing?.timezone).toBe('UTC')
})

test('on its own node, a change invalidates only what it can concern', async () => {
  const { act } = organization
  const other = { siteId: 'dock' }
  await act('sites.create', { body: { id: 'dock', name: 'Dock' } })
  await act('fleets.create', { body: { id: 'south', name: 'South' } })
  await warm()
  await act('sites.update', { params: other, body: { description: 'new' } })
  await act('fleets.delete', { params: { fleetId: 'south' } })
  expect(isRemembered()).toBe(true)
  await act('organization.update', { body: { name: 'New' } })
  await act('metricDefinitions.update', {
    params: { metricDefinitionId: 'air' },
    body: { labels: { a: 'b' } },
  })
  await act('thingTypes.update', { params: { thingTypeId: 'van' }, body: { name: 'New' } })
  await act('thingTypes.delete', { params: { thingTypeId: 'van' } })
  expect(core.knownThings.thing(organization.id, 'truck-1')).not.toBeInstanceOf(Promise)
})

test('a deleted type is unknown on its own node at once', async () => {
  await warm()
  expect(await core.knownThings.type(organization.id, 'van')).not.toBeNull()
  await organization.act('thingTypes.delete', { params: { thingTypeId: 'van' } })
  expect(await core.knownThings.type(organization.id, 'van')).toBeNull()
})

test.each([
  ['a number', `UPDATE things SET number = number + 1000000 WHERE`, 'id', 'truck-1'],
  ['a retirement', `UPDATE things SET status = 'Retired' WHERE`, 'id', 'truck-1'],
  ['a fleet membership', `DELETE FROM fleet_members WHERE`, 'thingId', 'truck-1'],
  ['a zone', `UPDATE sites SET timezone = 'Asia/Tokyo' WHERE`, 'id', 'yard'],
  ['a type', `UPDATE thing_types SET "unknownMetrics" = 'reject' WHERE`, 'id', 'truck'],
  ['a definition', `UPDATE metric_definitions SET min = -90 WHERE`, 'id', 'air'],
  ['a metric', `UPDATE thing_type_metrics SET required = true WHERE`, 'thingTypeId', 'truck'],
  [
    "a metric's number",
    `UPDATE metric_keys SET number = number + 1000000 WHERE`,
    'key',
    'temperature',
  ],
  ['a metric removed', `DELETE FROM thing_type_metrics WHERE`, 'thingTypeId', 'truck'],
  ['a deletion', `DELETE FROM things WHERE`, 'id', 'truck-1'],
])('cached things follow a change by hand: %s', async (_, statement, column, id) => {
  await warm()
  const before = await known()
  const where = `${statement} "organizationId" = $1 AND "${column}" = $2`
  await core.db.$executeRawUnsafe(where, organization.id, id)
  await allNotified()
  expect(await known()).not.toEqual(before)
})

test('cached things follow a retention period changed by hand', async () => {
  await warm()
  await core.db
    .$executeRaw`UPDATE organizations SET settings = '{"retentionDays": 30}' WHERE id = ${organization.id}`
  await allNotified()
  expect((await known()).metric?.retentionDays).toBe(30)
})

test('recording that a thing was seen does not invalidate its cache entry', async () => {
  await warm()
  const { number } = await core.db.thing.findFirstOrThrow({
    where: { organizationId: organization.id, id: 'truck-1' },
  })
  core.lastSeen.thingSeen(organization.id, 'truck-1', { at: core.clock(), number })
  await core.lastSeen.flush()
  await allNotified()
  expect(isRemembered()).toBe(true)
})

test('metrics of one definition share its allowed texts', async () => {
  const { act, id } = organization
  const enumValues = ['closed', 'open']
  const door = { id: 'door', name: 'Door', valueType: 'string', enum: enumValues } as const
  await act('metricDefinitions.create', { body: door })
  const metrics = ['front', 'back', 'side'].map((key) => ({ key, metricDefinitionId: 'door' }))
  await act('thingTypes.create', { body: { id: 'bus', name: 'Bus', metrics } })
  const type = await core.knownThings.type(id, 'bus')
  const lists = type?.metrics.map((metric) => metric.enumValues)
  expect(lists).toEqual([enumValues, enumValues, enumValues])
  expect(new Set(lists).size).toBe(1)
})
