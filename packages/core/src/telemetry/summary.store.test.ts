import { metricOf, openedStore, thingOf } from '@sluice/telemetry/testing'
import { expect, it } from 'vitest'
import { ingest } from './ingest.ts'
import { summary } from './summary.ts'
import { contextOf } from './testing/context.ts'

const store = openedStore('this')

const params = { thingId: 'station-1' }
const now = new Date('2026-02-01T00:00:00Z')
const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

const noNumbers = {
  ...{ stddev: null, p50: null, p90: null, p95: null, p99: null },
  ...{ twa: null, coverage: null },
}

function at(hour: number): string {
  return `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
}

async function filled() {
  const thing = thingOf([
    metricOf('wind', 'number', 1, { expectedIntervalSeconds: 7200 }),
    metricOf('door', 'boolean', 2),
    metricOf('state', 'string', 3),
    metricOf('rain', 'number', 4),
  ])
  const ctx = contextOf(store(), thing, now)
  const frames = [
    { timestamp: at(5), values: { wind: -2, door: true, state: 'b' } },
    { timestamp: at(3), values: { wind: 4, door: false, state: 'a' } },
    { timestamp: at(4), values: { wind: 4 } },
    { timestamp: at(6), values: { wind: 99 } },
    { timestamp: at(7), values: { wind: -2 } },
    { timestamp: range.to, values: { wind: 1000 } },
  ]
  const input = { params, query: { onError: 'fail' as const } }
  await ingest(ctx, { ...input, body: { frames } })
  await ingest(ctx, { ...input, body: { timestamp: at(6), values: { wind: 0.5 } } })
  return ctx
}

it('a summary covers each metric in the range, and the last write wins', async () => {
  const { from, to, metrics } = await summary(await filled(), { params, query: range })
  expect([from, to]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
  expect(metrics).toEqual({
    wind: {
      count: 5,
      first: { timestamp: at(3), value: 4 },
      last: { timestamp: at(7), value: -2 },
      min: { timestamp: at(5), value: -2 },
      max: { timestamp: at(3), value: 4 },
      avg: 0.9,
      sum: 4.5,
      stddev: expect.closeTo(3.0083, 4),
      ...{ p50: 0.5, p90: 4, p95: 4, p99: 4 },
      // 4 for two hours, -2, 0.5, and -2 until the end, over the hours since the first sample.
      twa: (8 - 2 + 0.5 - 2 * 17) / 21,
      // Three of the twelve two-hour intervals.
      coverage: 3 / 12,
    },
    door: {
      count: 2,
      first: { timestamp: at(3), value: false },
      last: { timestamp: at(5), value: true },
      min: { timestamp: at(3), value: 0 },
      max: { timestamp: at(5), value: 1 },
      avg: 0.5,
      sum: 1,
      stddev: expect.closeTo(Math.SQRT1_2, 9),
      ...{ p50: 0.5, p90: expect.closeTo(0.9, 9) },
      ...{ p95: expect.closeTo(0.95, 9), p99: expect.closeTo(0.99, 9) },
      ...{ twa: 19 / 21, coverage: null },
    },
    state: {
      count: 2,
      first: { timestamp: at(3), value: 'a' },
      last: { timestamp: at(5), value: 'b' },
      ...{ min: null, max: null, avg: null, sum: null },
      ...noNumbers,
    },
    rain: {
      count: 0,
      ...{ first: null, last: null, min: null, max: null, avg: null, sum: null },
      ...noNumbers,
    },
  })
})

it('a summary covers only the requested metrics', async () => {
  const ctx = await filled()
  const { metrics } = await summary(ctx, { params, query: { ...range, metrics: 'rain,door' } })
  expect(Object.keys(metrics)).toEqual(['rain', 'door'])
})

it('an invalid summary query is rejected with all its errors', async () => {
  const query = { from: 'now', to: '-1h', metrics: 'snow,wind:max' }
  await expect(summary(await filled(), { params, query })).rejects.toMatchObject({
    code: 'invalid-request',
    errors: [
      { pointer: '/query/to' },
      { pointer: '/query/metrics' },
      { pointer: '/query/metrics' },
    ],
  })
})
