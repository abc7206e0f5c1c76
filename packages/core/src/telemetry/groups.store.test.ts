/** A grouped query returns for each group what a query about its things alone does. */
import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
let act: Awaited<ReturnType<typeof newOrganization>>['act']

const minute = (i: number) => `2026-06-01T10:${String(i).padStart(2, '0')}:00Z`

const things = [
  { id: 'a', siteId: 'yard', fleetIds: ['north', 'south'], labels: { line: '1' } },
  { id: 'b', siteId: 'depot', fleetIds: ['north'], labels: { line: '' } },
  { id: 'c', siteId: 'yard', fleetIds: ['south'], labels: { line: '1', other: 'x' } },
  { id: 'd', fleetIds: [], labels: {} },
].map((thing) => ({ ...thing, name: thing.id, thingTypeId: 'truck' }))

beforeAll(async () => {
  act = (await newOrganization(core)).act
  for (const id of ['yard', 'depot']) {
    await act('sites.create', { body: { id, name: id, timezone: 'UTC' } })
  }
  for (const id of ['north', 'south']) await act('fleets.create', { body: { id, name: id } })
  await act('metricDefinitions.create', { body: { id: 'air', name: 'Air', valueType: 'number' } })
  const metrics = [{ key: 'temperature', metricDefinitionId: 'air' }]
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck', metrics } })
  await act('things.batch', { body: { things } })
  const frames = things.flatMap(({ id: thingId }, t) =>
    Array.from({ length: 20 - 4 * t }, (_, i) => ({
      ...{ thingId, timestamp: minute(2 * i + t), values: { temperature: 100 * t + i } },
    })),
  )
  await act('telemetry.ingestThings', { query: {}, body: { frames } })
})
afterAll(() => core.close())

const range = { from: '2026-06-01T10:00:00Z', to: '2026-06-01T11:00:00Z' }
const seriesQuery = { ...range, interval: '10m', aggregate: 'avg' as const }

const groupings = [
  [
    'site',
    [
      ['depot', ['b']],
      ['yard', ['a', 'c']],
      [null, ['d']],
    ],
  ],
  [
    'fleet',
    [
      ['north', ['a', 'b']],
      ['south', ['a', 'c']],
      [null, ['d']],
    ],
  ],
  [
    'label:line',
    [
      ['', ['b']],
      ['1', ['a', 'c']],
      [null, ['d']],
    ],
  ],
  ['label:none', [[null, ['a', 'b', 'c', 'd']]]],
] as const

describe.each(groupings)('things by %s', (groupBy, expected) => {
  const alone = (ids: readonly string[]) => ({ ids: ids.join(',') })

  test('have a summary each', async () => {
    const query = { ...range, groupBy, limit: 100 }
    const { byGroup, metrics, byThing } = await act('telemetry.thingsSummary', { query })
    expect([metrics, byThing]).toEqual([null, null])
    const wanted = expected.map(async ([group, ids]) => {
      const own = { ...range, ...alone(ids), groupBy: 'none', limit: 100 }
      const { metrics } = await act('telemetry.thingsSummary', { query: own })
      return { group, things: ids.length, metrics }
    })
    expect(byGroup).toEqual(await Promise.all(wanted))
  })

  test('have a series each, page by page, on one axis', async () => {
    const found: Record<string, Record<string, unknown>> = {}
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const paged = { ...seriesQuery, groupBy, limit: 2, ...(cursor && { cursor }) }
      const page = await act('telemetry.thingsTimeseries', { query: paged })
      for (const { group, values } of page.byGroup ?? []) {
        for (const [i, time] of page.timestamps.entries()) {
          const value = values['temperature:avg']?.[i] ?? values.temperature?.[i] ?? null
          if (value !== null) found[String(group)] = { ...found[String(group)], [time]: value }
        }
      }
      cursor = page.nextCursor
    }
    for (const [group, ids] of expected) {
      const own = { ...seriesQuery, ...alone(ids), groupBy: 'none' }
      const { timestamps, values } = await act('telemetry.thingsTimeseries', { query: own })
      const [column = []] = Object.values(values ?? {})
      const wanted = Object.fromEntries(timestamps.map((time, i) => [time, column[i]]))
      expect(found[String(group)], String(group)).toEqual(wanted)
    }
    expect(Object.keys(found)).toHaveLength(expected.length)
  })
})

test('the things of a site and of a fleet are grouped too', async () => {
  const site = await act('telemetry.siteSummary', {
    params: { siteId: 'yard' },
    query: { ...range, groupBy: 'fleet', limit: 100 },
  })
  expect(site.byGroup?.map(({ group, things }) => [group, things])).toEqual([
    ['north', 1],
    ['south', 2],
  ])
  const fleet = await act('telemetry.fleetTimeseries', {
    params: { fleetId: 'north' },
    query: { ...seriesQuery, groupBy: 'site' },
  })
  expect(fleet.byGroup?.map(({ group }) => group)).toEqual(['depot', 'yard'])
})

test('groups hold and name only what the caller may read', async () => {
  const scope: Scope = { action: 'read', resourceFilter: 'THING/#/b' }
  const query = { ...range, groupBy: 'site', limit: 100 }
  const { byGroup } = await act('telemetry.thingsSummary', { query }, scope)
  expect(byGroup?.map(({ group, things }) => [group, things])).toEqual([['depot', 1]])
})

test('a group has neither a summary nor a series of what none of its things measure', async () => {
  const metrics = ['temperature', 'humidity'].map((key) => ({ key, metricDefinitionId: 'air' }))
  await act('thingTypes.create', { body: { id: 'room', name: 'Room', metrics } })
  const labels = { kind: 'room' }
  await act('things.create', { body: { id: 'r', name: 'r', thingTypeId: 'room', labels } })
  const query = { ...range, ids: 'a,r', groupBy: 'label:kind', limit: 100 } as const
  const { byGroup } = await act('telemetry.thingsSummary', { query })
  const measured = [
    ['room', ['temperature', 'humidity']],
    [null, ['temperature']],
  ]
  expect(byGroup?.map(({ group, metrics }) => [group, Object.keys(metrics)])).toEqual(measured)
  const series = await act('telemetry.thingsTimeseries', { query: { ...query, interval: '10m' } })
  expect(series.byGroup?.map(({ group, values }) => [group, Object.keys(values)])).toEqual(measured)
})

test('samples of groups need an interval, and there are at most 100 groups', async () => {
  const raw = { ...range, groupBy: 'site' }
  await expect(act('telemetry.thingsTimeseries', { query: raw })).rejects.toMatchObject({
    errors: [{ pointer: '/query/interval' }],
  })
  const wrong = { ...range, groupBy: 'label:', limit: 100 }
  await expect(act('telemetry.thingsSummary', { query: wrong })).rejects.toMatchObject({
    errors: [{ pointer: '/query/groupBy' }],
  })
  const many = Array.from({ length: 101 }, (_, i) => {
    const id = `many-${i}`
    return { id, name: id, thingTypeId: 'truck', labels: { each: String(i) } }
  })
  await act('things.batch', { body: { things: many } })
  const each = { ...range, groupBy: 'label:each', limit: 100 }
  await expect(act('telemetry.thingsSummary', { query: each })).rejects.toMatchObject({
    errors: [
      { pointer: '/query/groupBy', detail: expect.stringContaining('makes more than 100 groups') },
    ],
  })
})
