import type { Shot } from './attack.ts'
import { type MakeShot, range, START } from './made.ts'

/** A hundred things of ten thousand samples each, and answers about all of them. */
export function* wideQuestions(shot: MakeShot): Generator<Shot> {
  const minutes = { start: START, stepSeconds: 60, count: 10_000 }
  const things = range(100, (i) => ({
    ...{ thingId: `wide-${i}`, ...minutes },
    values: { temperature: range(10_000, (at) => (i + at) % 50) },
  }))
  yield shot('telemetry.ingestThingsColumnar', 'a million samples', {
    ...{ query: { createMissing: 'truck' }, body: { things } },
  })
  const week = { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z' }
  const span = { ...week, limit: 10_000 }
  const ids = things.map(({ thingId }) => thingId).join(',')
  const forms: [string, object][] = [
    ['averages', { aggregate: 'avg' }],
    ['medians', { aggregate: 'p50' }],
    ['changes', { aggregate: 'delta' }],
    ['last values', { aggregate: 'last' }],
  ]
  for (const [what, form] of forms) {
    for (const time of ['first', 'second']) {
      const query = { ...span, ...form, ids, groupBy: 'thing', interval: '1m' }
      yield shot('telemetry.thingsTimeseries', `${what} by the minute, ${time}`, { query })
    }
  }
  for (const groupBy of ['thing', 'none']) {
    yield shot('telemetry.thingsTimeseries', `averages by the hour, by ${groupBy}`, {
      query: { ...span, ids, groupBy, interval: '1h', aggregate: 'avg' },
    })
  }
  for (const format of ['csv', 'arrow']) {
    yield shot('telemetry.thingsTimeseries', `averages by the minute as ${format}`, {
      query: { ...span, ids, groupBy: 'thing', interval: '1m', aggregate: 'avg', format },
    })
  }
  for (const fill of ['null', 'previous', 'linear']) {
    yield shot('telemetry.thingsTimeseries', `averages by the minute, filled: ${fill}`, {
      query: { ...span, ids, groupBy: 'thing', interval: '1m', aggregate: 'avg', fill },
    })
  }
  const labels = things.map(({ thingId: id }, i) => ({ id, labels: { wide: `group ${i}` } }))
  yield shot('things.batch', 'a label for each', { body: { things: labels } })
  yield shot('telemetry.thingsTimeseries', 'averages by the minute, by a label', {
    query: { ...span, label: 'wide', groupBy: 'label:wide', interval: '1m', aggregate: 'avg' },
  })
  yield shot('telemetry.thingsTimeseries', 'raw samples', {
    query: { ...span, ids, groupBy: 'thing' },
  })
  yield shot('telemetry.thingsTimeseries', 'thinned out', {
    query: { ...week, ids, groupBy: 'thing', downsample: 'lttb', maxPoints: 500 },
  })
  yield shot('telemetry.thingsSummary', 'summary', { query: { ...span, ids, limit: 100 } })
}
