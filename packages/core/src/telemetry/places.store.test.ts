import { type Aggregate, aggregates, type Scope } from '@sluice/contract'
import { randomOf } from '@sluice/contract/testing'
import { isoOf } from '@sluice/runtime'
import { type Bucket, bucketsOf, type Point, reference } from '@sluice/telemetry/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

const HOUR = 3600e6
const now = new Date('2026-06-01T12:00:00Z')
const to = now.getTime() * 1000
const from = to - 30 * HOUR
const range = { from: isoOf(from), to: isoOf(to) }
const params = { fleetId: 'north' }
const ids = ['a', 'b', 'c'] as const
type Id = (typeof ids)[number]

let core: TestCore
let organization: Awaited<ReturnType<typeof newOrganization>>
const points = new Map<Id, Point[]>()

/** Three counters of one fleet, two of them at one site, which send at different times. */
beforeAll(async () => {
  core = openTestCore(now)
  organization = await newOrganization(core)
  const { act } = organization
  const draft = { id: 'steps', name: 'Steps', valueType: 'integer', unit: '{step}' } as const
  await act('metricDefinitions.create', { body: { ...draft, expectedIntervalSeconds: 3600 } })
  const metrics = [{ key: 'steps', metricDefinitionId: 'steps' }]
  await act('thingTypes.create', { body: { id: 'counter', name: 'Counter', metrics } })
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'Europe/Oslo' } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  const random = randomOf(7)
  for (const id of ids) {
    const site = id === 'c' ? {} : { siteId: 'yard' }
    await act('things.create', { body: { id, name: id, thingTypeId: 'counter', ...site } })
    points.set(id, await count(id, random))
  }
  await act('fleets.changeMembers', { params, body: { add: [...ids], remove: [] } })
})
afterAll(() => core.close())

async function count(id: Id, random: () => number): Promise<Point[]> {
  const sent: Point[] = []
  let v = 0
  for (let t = from; t < to; t += Math.ceil(random() * HOUR)) {
    v = random() < 0.1 ? 1 : v + Math.floor(random() * 50)
    if (random() < 0.1) t += 5 * HOUR
    sent.push({ t, v })
  }
  const kept = sent.filter(({ t }) => t < to)
  const frames = kept.map(({ t, v }) => ({ timestamp: isoOf(t), values: { steps: v } }))
  await organization.act('telemetry.ingest', {
    params: { thingId: id },
    query: {},
    body: { frames: frames.toReversed() },
  })
  return kept
}

const readFleet: Scope = { action: 'read', resourceFilter: 'PLACE/Fleet/north' }
const readThing = (id: string): Scope => ({ action: 'read', resourceFilter: `THING/#/${id}` })

/**
 * The aggregate over some things: of their pooled samples, except for `delta`, `rate` and `twa`, which are computed per
 * thing.
 */
function together(own: readonly Id[], bucket: string, aggregate: Aggregate): number | null {
  const each = own.flatMap((id) => bucketsFor(id).get(bucket) ?? [])
  if (aggregate === 'delta' || aggregate === 'rate' || aggregate === 'twa') {
    const values = each.map(reference[aggregate]).filter((value) => value !== null)
    const sum = values.reduce((total, value) => total + value, 0)
    if (values.length === 0) return null
    return aggregate === 'twa' ? sum / values.length : sum
  }
  const all = each.flatMap((part) => part.own).sort((a, b) => a.t - b.t)
  return reference[aggregate]({ own: all, all, from: 0, to: 0 })
}

function bucketsFor(id: Id): Map<string, Bucket> {
  return bucketsOf(points.get(id) ?? [], { from, to }, 3 * HOUR)
}

function bucketsOfAll(own: readonly Id[]): string[] {
  return [...new Set(own.flatMap((id) => [...bucketsFor(id).keys()]))].sort()
}

function expectClose(found: readonly unknown[] = [], expected: readonly (number | null)[]) {
  expect(found).toHaveLength(expected.length)
  for (const [i, value] of expected.entries()) {
    expect(found[i]).toEqual(value === null ? null : expect.closeTo(value, 6))
  }
}

const every = aggregates.map((aggregate) => `steps:${aggregate}`).join()

describe.each([
  ['an actor that may read everything', ids, []],
  [
    'a key that may read two of the things',
    ['a', 'c'],
    [readFleet, readThing('a'), readThing('c')],
  ],
  [
    'a key that may read one of the things, and not the fleet',
    ['b'],
    [{ action: 'read', resourceFilter: 'PLACE/Fleet/north/THING/#/b' }],
  ],
  ['a key that may read the fleet but none of its things', [], [readFleet]],
] as const)('the telemetry of a fleet for %s', (_name, own, scopes) => {
  const ask = (query: object) =>
    organization.act(
      'telemetry.fleetTimeseries',
      { params, query: { ...range, ...query } },
      ...scopes,
    )

  it.runIf(own.length > 0)('aggregates the readable things only', async () => {
    const answer = await ask({ interval: '3h', metrics: every })
    const buckets = bucketsOfAll(own)
    expect(answer).toMatchObject({ things: own.length, timestamps: buckets, byThing: null })
    expect([answer.interval, answer.timezone]).toEqual(['3h', 'UTC'])
    for (const aggregate of aggregates) {
      const expected = buckets.map((bucket) => together(own, bucket, aggregate))
      expectClose(answer.values?.[`steps:${aggregate}`], expected)
    }
  })

  it('has a series for each readable thing only', async () => {
    const answer = await ask({
      ...{ interval: '3h', groupBy: 'thing' },
      ...(own.length > 0 && { metrics: every }),
    })
    expect(answer.values).toBeNull()
    expect(Object.keys(answer.byThing ?? {})).toEqual(own)
    for (const id of own) {
      for (const aggregate of aggregates) {
        const expected = bucketsOfAll(own).map((bucket) => {
          const found = bucketsFor(id).get(bucket)
          return found ? reference[aggregate](found) : null
        })
        expectClose(answer.byThing?.[id]?.[`steps:${aggregate}`], expected)
      }
    }
  })

  it('has summaries and latest values of the readable things only', async () => {
    const call = { params, query: {} }
    const recent = await organization.act('telemetry.fleetRecent', call, ...scopes)
    const ends = own.map((id) => ({ id, ...(points.get(id)?.at(-1) ?? { t: 0, v: 0 }) }))
    const [latest] = ends.toSorted((a, b) => b.t - a.t)
    expect(recent.metrics?.steps).toEqual(
      latest && {
        ...{ timestamp: isoOf(latest.t), value: latest.v, thingId: latest.id },
        ...{ ageSeconds: (to - latest.t) / 1e6, stale: to - latest.t > 2 * HOUR },
      },
    )
    const summary = await organization.act(
      'telemetry.fleetSummary',
      { params, query: { ...range, groupBy: 'thing' } },
      ...scopes,
    )
    const counts = Object.entries(summary.byThing ?? {}).map(([id, { steps }]) => [
      id,
      steps?.count,
    ])
    expect(counts).toEqual(own.map((id) => [id, points.get(id)?.length]))
  })
})

describe('the telemetry of a site', () => {
  const site = { params: { siteId: 'yard' } }

  it('covers its own things, in its time zone', async () => {
    const query = { ...range, interval: '1d', aggregate: 'count' } as const
    const { act } = organization
    const answer = await act('telemetry.siteTimeseries', { ...site, query })
    const { timestamps, values, things, timezone } = answer
    expect([things, timezone]).toEqual([2, 'Europe/Oslo'])
    expect(timestamps.at(-1)).toBe('2026-05-31T22:00:00.000Z')
    const counted = (values?.steps ?? []).reduce<number>((sum, value) => sum + Number(value), 0)
    expect(counted).toBe((points.get('a')?.length ?? 0) + (points.get('b')?.length ?? 0))
  })

  it('has a summary that names the things of the extremes', async () => {
    const { metrics } = await organization.act('telemetry.siteSummary', { ...site, query: range })
    const all = (['a', 'b'] as const).flatMap((id) =>
      (points.get(id) ?? []).map((point) => ({ id, ...point })),
    )
    const [top] = all.toSorted((x, y) => y.v - x.v || x.t - y.t)
    const whole = (id: Id) => reference.twa({ ...wholeOf(id), from, to }) ?? 0
    expect(metrics?.steps).toMatchObject({
      count: all.length,
      max: top && { value: top.v, timestamp: isoOf(top.t), thingId: top.id },
      p90: expect.closeTo(reference.p90({ own: all, all, from, to }) ?? 0, 6),
      twa: expect.closeTo((whole('a') + whole('b')) / 2, 6),
      coverage: new Set(all.map(({ id, t }) => `${id} ${Math.floor((t - from) / HOUR)}`)).size / 60,
    })
  })

  it('lists its things page by page', async () => {
    const ask = (more: object) =>
      organization.act('telemetry.siteRecent', { ...site, query: { groupBy: 'thing', ...more } })
    const first = await ask({ limit: 1 })
    expect(Object.keys(first.byThing ?? {})).toEqual(['a'])
    const second = await ask({ limit: 1, cursor: first.nextCursor })
    expect([Object.keys(second.byThing ?? {}), second.nextCursor]).toEqual([['b'], null])
  })
})

it.each([
  ['a thing elsewhere', readThing('c')],
  ['the things of another site', { action: 'read', resourceFilter: 'PLACE/Site/port/THING/#/#' }],
  ['another site', { action: 'read', resourceFilter: 'PLACE/Site/port' }],
  ['writing only', { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/#/#' }],
] as const)('a site is not found with a scope for %s', async (_name, scope) => {
  const call = { params: { siteId: 'yard' }, query: range }
  const found = organization.act('telemetry.siteSummary', call, scope)
  await expect(found).rejects.toMatchObject({ code: 'not-found' })
})

function wholeOf(id: Id) {
  const own = points.get(id) ?? []
  return { own, all: own }
}

it('raw samples of a fleet are paged by thing, and never combined', async () => {
  const call = (more: object) => ({ params, query: { ...range, ...more } })
  const { act } = organization
  const found: Record<string, Point[]> = { a: [], b: [], c: [] }
  let cursor: string | null | undefined
  do {
    const query = { groupBy: 'thing', limit: 7, ...(cursor && { cursor }) }
    const page = await act('telemetry.fleetTimeseries', call(query))
    for (const [id, { steps = [] }] of Object.entries(page.byThing ?? {})) {
      for (const [i, value] of steps.entries()) {
        const t = Date.parse(page.timestamps[i] ?? '') * 1000
        if (value !== null) found[id]?.push({ t, v: Number(value) })
      }
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  const whole = ids.map((id) => [id, (points.get(id) ?? []).map(toMillis)])
  expect(found).toEqual(Object.fromEntries(whole))
  await expect(act('telemetry.fleetTimeseries', call({}))).rejects.toMatchObject({
    errors: [{ pointer: '/query/interval' }],
  })
})

function toMillis({ t, v }: Point): Point {
  return { t: Math.floor(t / 1000) * 1000, v }
}
