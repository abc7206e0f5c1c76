import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
let organization: Awaited<ReturnType<typeof newOrganization>>
beforeAll(async () => {
  core = openTestCore()
  organization = await newOrganization(core)
  await organization.act('sites.create', { body: { id: 'oslo', name: 'Oslo' } })
  core.advance(60)
  await organization.act('sites.create', { body: { id: 'bergen', name: 'Bergen' } }, admin)
  core.advance(60)
  await organization.act('organization.update', { body: { name: '50%_off' } })
})
afterAll(() => core.close())

const admin = { action: '*', resourceFilter: '#' } as const
type Query = Parameters<typeof organization.act<'audit.list'>>[1]['query']
const list = (query: Query) => organization.act('audit.list', { query })
const resources = async (query: Query) => (await list(query)).items.map(({ resource }) => resource)

const all = ['ORGANIZATION', 'PLACE/Site/bergen', 'PLACE/Site/oslo', 'ORGANIZATION']

test('the audit log lists every change of its organization only, newest first', async () => {
  const other = await newOrganization(core)
  await other.act('sites.create', { body: { id: 'elsewhere', name: 'Elsewhere' } })
  expect(await resources({})).toEqual(all)
})

test('an audit entry contains actor, operation, time, before and after', async () => {
  const { items } = await list({ resource: 'PLACE/Site/bergen' })
  expect(items).toMatchObject([
    {
      ...{ at: '2026-06-01T12:01:00.000Z', requestId: 'test', operation: 'sites.create' },
      ...{ actor: { type: 'key', name: 'tester' }, before: null },
      after: { id: 'bergen', name: 'Bergen' },
    },
  ])
})

test.each<[string, Query, string[]]>([
  ['operation', { operation: 'sites.create' }, ['PLACE/Site/bergen', 'PLACE/Site/oslo']],
  ['type of actor', { actorType: 'key' }, ['PLACE/Site/bergen']],
  ['resource', { resource: 'PLACE/Site/oslo' }, ['PLACE/Site/oslo']],
  ['request', { requestId: 'test' }, all.slice(0, -1)],
  ['another request', { requestId: 'other' }, []],
  ['start, included', { from: '2026-06-01T14:02:00+02:00' }, ['ORGANIZATION']],
  ['end, excluded', { to: '2026-06-01T12:01:00Z' }, ['PLACE/Site/oslo', 'ORGANIZATION']],
  ['start, back from now', { from: '-60s' }, ['ORGANIZATION', 'PLACE/Site/bergen']],
  ['range, back from now', { from: '-120s', to: '-60s' }, ['PLACE/Site/oslo', 'ORGANIZATION']],
  ['start before all years', { from: '-999999w', to: 'now' }, all],
  ['text, whatever its case', { text: 'BERG' }, ['PLACE/Site/bergen']],
  ['text, taken literally', { text: '%' }, []],
  ['text of the actor', { text: 'ester' }, ['PLACE/Site/bergen']],
  ['text of the operation', { text: 'tes.cre' }, ['PLACE/Site/bergen', 'PLACE/Site/oslo']],
])('the audit log is filtered by %s', async (_what, query, expected) => {
  expect(await resources(query)).toEqual(expected)
})

test('the audit log is filtered by actor', async () => {
  const { items } = await list({ resource: 'PLACE/Site/bergen' })
  expect(await resources({ actorId: items[0]?.actor.id })).toEqual(['PLACE/Site/bergen'])
})

test('pages of the audit log have no gaps while entries are added', async () => {
  const first = await list({ limit: 2 })
  await organization.act('sites.create', { body: { id: 'later', name: 'Later' } })
  const second = await list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ resource }) => resource)).toEqual(all)
  expect(second.nextCursor).toBeNull()
})

test('the audit log returns only the requested fields', async () => {
  const { items } = await list({ fields: 'actor.name,operation', limit: 1 })
  expect(items).toEqual([{ actor: { name: 'test' }, operation: expect.any(String) }])
})

test.each([
  [{ actorType: 'robot' }, '/query/actorType'],
  [{ from: 'yesterday' }, '/query/from'],
  [{ text: '' }, '/query/text'],
  [{ cursor: 'x' }, '/query/cursor'],
])('the audit log rejects the query %j', async (query, pointer) => {
  await expect(list(query as Query)).rejects.toMatchObject({ errors: [{ pointer }] })
})

describe('folded by request, the audit log', () => {
  /** Acts of an own organization, in requests of several entries. */
  async function busyOrganization() {
    const own = await newOrganization(core)
    await own.act('metricDefinitions.create', {
      body: { id: 'gauge', name: 'Gauge', valueType: 'number' },
    })
    core.advance(1)
    const metrics = [{ key: 'wind', metricDefinitionId: 'gauge' }]
    await own.act('thingTypes.create', { body: { id: 'mast', name: 'Mast', metrics } })
    const things = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => {
        return { id: `mast-${from + i}`, name: `Mast ${from + i}`, thingTypeId: 'mast' }
      })
    for (const [from, count] of [
      [0, 30],
      [30, 1],
      [31, 12],
    ] as const) {
      core.advance(1)
      await own.act('things.batch', { body: { things: things(from, count) } })
    }
    core.advance(1)
    await own.act('sites.create', { body: { id: 'last', name: 'Last' } })
    return own
  }

  type Own = Awaited<ReturnType<typeof busyOrganization>>

  async function pagesOf({ act }: Own, query: Query) {
    const found: [resource: string, entries: number][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await act('audit.list', {
        query: { ...query, foldBy: 'request', ...(cursor && { cursor }) },
      })
      expect(page.items.length).toBeLessThanOrEqual(Number(query.limit ?? 50))
      for (const { resource, entries } of page.items) found.push([resource, entries])
      cursor = page.nextCursor
    }
    return found
  }

  let own: Own
  beforeAll(async () => {
    own = await busyOrganization()
  })

  test.each([1, 2, 3, 50])('has an entry for each call, in pages of %d', async (limit) => {
    expect(await pagesOf(own, { limit })).toEqual([
      ['PLACE/Site/last', 1],
      ['THING/mast/mast-42', 12],
      ['THING/mast/mast-30', 1],
      ['THING/mast/mast-29', 30],
      ['DEFINITION/ThingType/mast', 1],
      ['DEFINITION/Metric/gauge', 1],
      ['ORGANIZATION', 1],
    ])
  })

  test.each([1, 2, 50])('has them the other way around, in pages of %d', async (limit) => {
    const pages = await pagesOf(own, { limit, sort: 'at' })
    expect(pages.slice(3)).toEqual([
      ['THING/mast/mast-0', 30],
      ['THING/mast/mast-30', 1],
      ['THING/mast/mast-31', 12],
      ['PLACE/Site/last', 1],
    ])
  })

  test('counts what fits the filters alone', async () => {
    expect(await pagesOf(own, { text: 'mast-3', limit: 2 })).toEqual([
      // 31 to 39, 30, and of the first call 3.
      ['THING/mast/mast-39', 9],
      ['THING/mast/mast-30', 1],
      ['THING/mast/mast-3', 1],
    ])
  })

  test('keeps entries of no call, made in the same moment as one', async () => {
    const twin = await busyOrganization()
    const { items } = await twin.act('audit.list', { query: { text: 'mast-42' } })
    const entry = await core.db.auditEntry.findFirstOrThrow({
      where: { organizationId: twin.id, id: BigInt(items[0]?.id ?? 0) },
    })
    const row = { ...entry, id: entry.id + 1_000_000n, requestId: null, position: null }
    await core.db.auditEntry.create({
      data: { ...row, before: {}, after: {}, resource: 'THING/mast/alone', hash: null },
    })
    const earlier = {
      ...row,
      id: -1n,
      resource: 'THING/mast/first',
      before: {},
      after: {},
      hash: null,
    }
    await core.db.auditEntry.create({ data: earlier })
    for (const limit of [2, 50]) {
      const found = await pagesOf(twin, { limit })
      expect(found[0]).toEqual(['THING/mast/alone', 1])
      expect(found.at(-1)).toEqual(['THING/mast/first', 1])
      expect(found).toHaveLength(9)
    }
  })

  test('is of its organization alone, whose requests may have the ids of another’s', async () => {
    const other = await busyOrganization()
    expect(await pagesOf(other, { limit: 3 })).toEqual(await pagesOf(own, { limit: 3 }))
  })
})
