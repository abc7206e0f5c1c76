import { expect, it } from 'vitest'
import { metricOf } from '../../testing/things.ts'
import { type Query, readPlan } from './plan.ts'
import type { Subject } from './subject.ts'

const metrics = [metricOf('wind', 'number', 1), metricOf('rain', 'number', 2)]

function fleetOf(things: number): Subject {
  const members = Array.from({ length: things }, (_, i) => ({
    id: `t${i}`,
    number: i + 1,
    metrics,
  }))
  return { organization: 1, members, metrics, timezone: 'UTC', name: "this fleet's things" }
}

function faultOf(things: number | Subject, wanted: Partial<Query>): unknown {
  const query: Query = {
    ...{ from: '-24h', to: 'now', order: 'asc', limit: 1000, fill: 'none' },
    ...{ interval: '1h', groupBy: 'thing', ...wanted },
  }
  const now = new Date('2026-06-01T00:00:00Z')
  try {
    const subject = typeof things === 'number' ? fleetOf(things) : things
    readPlan(query, subject, { timezone: 'UTC', now, pageRange: undefined })
    return undefined
  } catch (problem) {
    return (problem as { errors: unknown[] }).errors
  }
}

it('a query may have as many series as one answer holds', () => {
  expect(faultOf(500, {})).toBeUndefined()
  expect(faultOf(10_000, { groupBy: 'none' })).toBeUndefined()
  expect(faultOf(1000, { metrics: 'rain' })).toBeUndefined()
})

it('the error for too many series or values names what would fit', () => {
  expect(faultOf(501, {})).toEqual([
    {
      pointer: '/query/groupBy',
      detail:
        'requests 1002 series, and the limit is 1000; name fewer metrics, or use groupBy=none',
    },
  ])
  expect(faultOf(300, { limit: 10_000 })).toEqual([
    { pointer: '/query/limit', detail: 'must be at most 1666 for 600 series' },
  ])
})

it.each(['buckets', 'raw', 'downsampled'])(
  'no series are made if there are too many: %s',
  (kind) => {
    let made = 0
    const fleet = fleetOf(10_000)
    const members = fleet.members.map(({ id, metrics }, i) => ({
      ...{ id, metrics },
      get number() {
        made += 1
        return i + 1
      },
    }))
    const asked = {
      ...(kind !== 'buckets' && { interval: undefined }),
      ...(kind === 'downsampled' && { downsample: 'lttb' }),
    } as Partial<Query>
    expect(faultOf({ ...fleet, members }, asked)).toMatchObject([{ pointer: '/query/groupBy' }])
    expect(made).toBe(0)
  },
)

it('the error for too many downsampled points names how many fit', () => {
  const thinned = { interval: undefined, downsample: 'lttb' } as Partial<Query>
  expect(faultOf(35, thinned)).toBeUndefined()
  expect(faultOf(50, thinned)).toEqual([
    { pointer: '/query/maxPoints', detail: 'must be at most 500 for 100 series' },
  ])
  expect(faultOf(50, { ...thinned, maxPoints: 500 })).toBeUndefined()
  expect(faultOf(50, { ...thinned, groupBy: 'none' })).toMatchObject([
    { pointer: '/query/interval' },
  ])
})

it("a metric's fault is reported once, however many things have it", () => {
  const query: Partial<Query> = { metrics: 'wind:max' }
  const faults = faultOf(9, { ...query, interval: undefined } as Partial<Query>)
  expect(faults).toMatchObject([{ pointer: '/query/metrics' }])
})
