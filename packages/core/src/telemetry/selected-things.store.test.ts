/** A query about selected things returns the same as one about a fleet of these things. */
import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
let act: Awaited<ReturnType<typeof newOrganization>>['act']

const minute = (i: number) => `2026-06-01T10:${String(i).padStart(2, '0')}:00Z`
const all = ['truck-1', 'truck-2', 'truck-3', 'meter-1']

beforeAll(async () => {
  act = (await newOrganization(core)).act
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'UTC' } })
  for (const id of ['pair', 'trucks', 'north']) {
    await act('fleets.create', { body: { id, name: id } })
  }
  await act('metricDefinitions.create', { body: { id: 'air', name: 'Air', valueType: 'number' } })
  const metrics = [{ key: 'temperature', metricDefinitionId: 'air' }]
  for (const id of ['truck', 'meter']) {
    await act('thingTypes.create', { body: { id, name: id, metrics } })
  }
  const things = [
    { id: 'truck-1', fleetIds: ['pair', 'trucks', 'north'], labels: { line: 'north' } },
    { id: 'truck-2', fleetIds: ['trucks'], siteId: 'yard' },
    { id: 'truck-3', fleetIds: ['trucks', 'north'], labels: { line: 'north' }, siteId: 'yard' },
    { id: 'meter-1', fleetIds: ['pair'], thingTypeId: 'meter' },
  ].map((thing) => ({ name: thing.id, thingTypeId: 'truck', ...thing }))
  await act('things.batch', { body: { things } })
  const frames = all.flatMap((thingId, t) =>
    Array.from({ length: 20 }, (_, i) => ({
      ...{ thingId, timestamp: minute(i), values: { temperature: t * 100 + i } },
    })),
  )
  await act('telemetry.ingestThings', { query: {}, body: { frames } })
  await act('things.update', { params: { thingId: 'meter-1' }, body: { status: 'Retired' } })
})
afterAll(() => core.close())

const range = { from: '2026-06-01T10:00:00Z', to: '2026-06-01T11:00:00Z' }

/** The answers of three queries about a fleet and about a selection, without the names of these. */
async function bothAsked(fleetId: string, selection: object, groupBy: 'none' | 'thing') {
  const params = { fleetId }
  const series = { ...range, interval: '10m', aggregate: 'avg' as const, groupBy }
  const ask = { ...range, groupBy, limit: 100 }
  const now = { groupBy, limit: 100 }
  const ofFleet = [
    await act('telemetry.fleetTimeseries', { params, query: series }),
    await act('telemetry.fleetSummary', { params, query: ask }),
    await act('telemetry.fleetRecent', { params, query: now }),
  ].map(({ fleetId, ...answer }) => answer)
  const selected = [
    await act('telemetry.thingsTimeseries', { query: { ...series, ...selection } }),
    await act('telemetry.thingsSummary', { query: { ...ask, ...selection } }),
    await act('telemetry.thingsRecent', { query: { ...now, ...selection } }),
  ]
  return { ofFleet: withoutAges(ofFleet), selected: withoutAges(selected) }
}

const withoutAges = (answers: readonly object[]) =>
  answers.map((answer) => JSON.stringify(answer).replaceAll(/"ageSeconds":[\d.]+/g, ''))

const selections: [string, string, object][] = [
  ['ids', 'pair', { ids: 'truck-1, meter-1,truck-1' }],
  ['a thing type', 'trucks', { thingTypeId: 'truck' }],
  ['a label', 'north', { label: 'line=north' }],
  ['a fleet and a type', 'trucks', { fleetId: 'trucks', thingTypeId: 'truck' }],
]

describe.each(['none', 'thing'] as const)('with groupBy=%s', (groupBy) => {
  test.each(selections)('things selected by %s answer as their fleet', async (_, fleet, by) => {
    const { ofFleet, selected } = await bothAsked(fleet, by, groupBy)
    expect(selected).toEqual(ofFleet)
  })
})

const idsOf = async (selection: object, ...scopes: Scope[]) => {
  const query = { groupBy: 'thing' as const, limit: 100, ...selection }
  const { byThing } = await act('telemetry.thingsRecent', { query }, ...scopes)
  return Object.keys(byThing ?? {}).join(' ')
}

test.each([
  [{}, 'meter-1 truck-1 truck-2 truck-3'],
  [{ siteId: 'yard' }, 'truck-2 truck-3'],
  [{ siteId: 'yard', label: 'line' }, 'truck-3'],
  [{ status: 'Retired' }, 'meter-1'],
  [{ thingTypeId: 'none' }, ''],
])('the filters %j select %j', async (filters, expected) => {
  expect(await idsOf(filters)).toBe(expected)
})

test('only readable things are selected, and naming others is refused like missing ones, all of them listed', async () => {
  const scope = { action: 'read', resourceFilter: 'THING/truck/truck-2' } as const
  expect(await idsOf({}, scope)).toBe('truck-2')
  expect(await idsOf({ ids: 'truck-2' }, scope)).toBe('truck-2')
  const fault = (id: string) => ({
    pointer: '/query/ids',
    detail: `names "${id}", which is not a thing that this caller may read`,
  })
  await expect(idsOf({ ids: 'truck-1,truck-2,none' }, scope)).rejects.toMatchObject({
    code: 'invalid-request',
    errors: [fault('truck-1'), fault('none')],
  })
})

test.each([
  ['ids with a filter', { ids: 'truck-1', siteId: 'yard' }, '/query/siteId'],
  ['too many ids', { ids: Array.from({ length: 201 }, (_, i) => `t${i}`).join(',') }, '/query/ids'],
])('%s are refused', async (_, selection, pointer) => {
  await expect(idsOf(selection)).rejects.toMatchObject({ errors: [{ pointer }] })
})

test('a cursor of one selection is of no use with another', async () => {
  const query = { groupBy: 'thing' as const, limit: 1 }
  const { nextCursor } = await act('telemetry.thingsRecent', { query })
  const cursor = nextCursor ?? ''
  const next = await act('telemetry.thingsRecent', { query: { ...query, cursor } })
  expect(Object.keys(next.byThing ?? {})).toEqual(['truck-1'])
  const other = act('telemetry.thingsRecent', { query: { ...query, cursor, siteId: 'yard' } })
  await expect(other).rejects.toMatchObject({ errors: [{ pointer: '/query/cursor' }] })
})
