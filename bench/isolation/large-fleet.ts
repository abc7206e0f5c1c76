import type { Shot } from './attack.ts'
import { type MakeShot, range, START, THINGS } from './made.ts'

/** As many things as one question may be about, and as many metrics; and as many as a type may have. */
const [FLEET, METRICS, MOST_METRICS] = [10_000, 100, 1000]

/** Fleets that hold all of them. */
const FLEETS = 20

/** Every thing of a large fleet with a sample of every metric, and answers about all of them together. */
export function* largeFleet(shot: MakeShot): Generator<Shot> {
  const most = range(MOST_METRICS, (i) => `m${i}`)
  const keys = most.slice(0, METRICS)
  yield shot('metricDefinitions.create', 'a definition', {
    body: { id: 'level', name: 'Level', valueType: 'number', kind: 'gauge', unit: null },
  })
  for (const [id, own] of [
    ['broad', keys],
    ['broadest', most],
  ] as const) {
    yield shot('thingTypes.create', id, {
      body: { id, name: id, metrics: own.map((key) => ({ key, metricDefinitionId: 'level' })) },
    })
  }
  for (let first = 0; first < FLEET; first += THINGS) {
    const named = range(THINGS, (i) => `broad-${first + i}`)
    const things = named.map((thingId, i) => ({
      ...{ thingId, start: START + i * 1000, stepSeconds: 60, count: 1 },
      values: Object.fromEntries(keys.map((key, at) => [key, [(i + at) % 50]])),
    }))
    yield shot('telemetry.ingestThingsColumnar', `things from ${first}`, {
      ...{ query: { createMissing: 'broad' }, body: { things } },
    })
    for (const half of [named.slice(0, THINGS / 2), named.slice(THINGS / 2)]) {
      yield shot('things.batch', `labels from ${first}`, {
        body: { things: half.map((id, i) => ({ id, labels: { broad: `group ${i % 100}` } })) },
      })
    }
  }
  const span = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', limit: 1000 }
  const all = { ...span, label: 'broad', metrics: keys.join(',') }
  const aggregates = ['avg', 'p50', 'delta', 'last']
  for (const aggregate of aggregates) {
    for (const interval of ['1h', '1d']) {
      yield shot('telemetry.thingsTimeseries', `${aggregate} by ${interval}`, {
        query: { ...all, aggregate, interval, groupBy: 'none' },
      })
    }
  }
  for (const aggregate of aggregates) {
    yield shot('telemetry.thingsTimeseries', `${aggregate} by a label`, {
      query: {
        ...all,
        aggregate,
        metrics: keys.slice(0, 10).join(','),
        interval: '1h',
        groupBy: 'label:broad',
      },
    })
    yield shot('telemetry.thingsTimeseries', `${aggregate} of one metric`, {
      query: { ...all, aggregate, metrics: 'm0', interval: '1h', groupBy: 'none' },
    })
  }
  for (const fleet of range(FLEETS, (i) => `fleet-${i}`)) {
    yield shot('fleets.create', fleet, { body: { id: fleet, name: fleet } })
    for (let first = 0; first < FLEET; first += THINGS) {
      yield shot('fleets.changeMembers', `things of ${fleet} from ${first}`, {
        params: { fleetId: fleet },
        body: { add: range(THINGS, (i) => `broad-${first + i}`), remove: [] },
      })
    }
  }
  for (const aggregate of aggregates) {
    const metrics = keys.slice(0, METRICS / 2).join(',')
    yield shot('telemetry.thingsTimeseries', `${aggregate} by fleet`, {
      query: { ...all, aggregate, metrics, interval: '1h', groupBy: 'fleet' },
    })
  }
  for (const fill of ['previous', 'linear']) {
    yield shot('telemetry.thingsTimeseries', `filled: ${fill}`, {
      query: { ...all, aggregate: 'avg', interval: '1h', groupBy: 'none', fill },
    })
  }
  const page = { label: 'broad', groupBy: 'thing', limit: 1000 }
  yield shot('telemetry.thingsSummary', 'summary of all', {
    query: { label: 'broad', metrics: keys.join(','), from: span.from, to: span.to },
  })
  yield shot('telemetry.thingsSummary', 'summaries', { query: { ...all, ...page } })
  yield shot('telemetry.thingsRecent', 'recent values', { query: page })
  const broadest = range(THINGS, (i) => `broadest-${i}`)
  for (const time of ['first', 'second']) {
    yield shot('telemetry.ingestThingsColumnar', `a thousand metrics each, ${time}`, {
      query: { createMissing: 'broadest' },
      body: {
        things: broadest.map((thingId) => ({
          ...{ thingId, start: START, stepSeconds: 60, count: 1 },
          values: Object.fromEntries(most.map((key) => [key, [1]])),
        })),
      },
    })
    const ids = broadest.slice(0, 200).join(',')
    yield shot('telemetry.thingsRecent', `recent values of a thousand each, ${time}`, {
      query: { ids, groupBy: 'thing', limit: 1000 },
    })
  }
}
