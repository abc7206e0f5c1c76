import type { Call } from '@sluice/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { type Question, readQuestion } from './question.ts'
import { useExplored } from './use-explored.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

afterEach(() => vi.restoreAllMocks())

type Query = NonNullable<Call<'telemetry.thingsTimeseries'>['query']>

const metric: ExploredMetric = {
  ...{ key: 'cargo', name: 'Cargo', unit: 'Cel', valueKind: 'number' },
  ...{ expectedIntervalSeconds: 60, min: null, max: null },
}
const truck = { id: 'truck-1', name: 'Truck 1', siteId: null, metrics: ['cargo'] }
const measuring: Measuring = {
  ...{ things: [truck], total: 1, metrics: [metric], isPending: false, error: null },
  retry: () => undefined,
}
const question = (text: string) =>
  readQuestion(new URLSearchParams(`things=truck-1&metrics=cargo&${text}`))

const start = '2026-01-02T00:00:00.000Z'
const end = '2026-01-02T06:00:00.000Z'

/** One bucket of the range asked for. */
function answerTo({ from = start, to = end }: Query) {
  const [first, last] = [from, to].map((time, i) =>
    time.startsWith('20') ? time : [start, end][i],
  )
  const values = { 'cargo:avg': [4], 'cargo:min': [3], 'cargo:max': [5], 'cargo:count': [9] }
  return {
    ...{ from: first, to: last, interval: '5m', timestamps: [first], nextCursor: null },
    ...{ values: null, byThing: { 'truck-1': values }, byGroup: null, downsampledFrom: null },
  }
}

async function explored(asked: Question, metrics = [metric]) {
  const queries: Query[] = []
  const hook = await runHook(
    () => useExplored({ question: asked, measuring, metrics, zone: 'UTC', points: 300 }),
    (_operation, input) => {
      const { query = {} } = input as Call<'telemetry.thingsTimeseries'>
      queries.push(query as Query)
      // A query that asks for ever would never let the test end.
      return queries.length > 9 ? new Promise(() => undefined) : answerTo(query as Query)
    },
  )
  return { ...hook, queries }
}

test('compares a range from a time until now with the period before, and asks for it once', async () => {
  let clock = Date.parse(end)
  vi.spyOn(Date, 'now').mockImplementation(() => (clock += 10))
  const { now, queries } = await explored(question(`from=${start}&compare=1`))
  await expect.poll(() => now().chartOf(metric).before).toHaveLength(1)
  const others = queries.filter(({ from }) => from !== start)
  expect(others).toEqual([expect.objectContaining({ from: '2026-01-01T18:00:00.000Z', to: start })])
})

const text: ExploredMetric = { ...metric, valueKind: 'text' }

test.each([
  ['samples of all things together', 'interval=samples&by=none&aggregate=max', [metric], 'max'],
  ['numbers beside texts', 'aggregate=max', [metric, { ...text, key: 'sky' }], 'max'],
  ['texts', 'aggregate=max', [text], 'last'],
] as const)('says by which aggregate it draws %s', async (_what, query, metrics, aggregate) => {
  const { now, queries } = await explored(question(query), [...metrics])
  expect(now().aggregate).toBe(aggregate)
  expect(queries.map((asked) => asked.aggregate)).toContain(aggregate)
})

test('a comparison that could not be loaded is not left out without a word', async () => {
  let isUp = false
  const asked = question(`from=${start}&to=${end}&compare=1`)
  const { now, act } = await runHook(
    () => useExplored({ question: asked, measuring, metrics: [metric], zone: 'UTC', points: 300 }),
    (_operation, input) => {
      const { query = {} } = input as Call<'telemetry.thingsTimeseries'>
      if (!isUp && query.from !== start) throw new Error('unavailable')
      return answerTo(query as Query)
    },
  )
  await expect.poll(() => now().lacks?.what).toBe('before')
  expect(now().error).toBeNull()
  isUp = true
  await act(() => now().lacks?.retry())
  await expect.poll(() => now().lacks).toBeUndefined()
  expect(now().chartOf(metric).before).toHaveLength(1)
})

test('a thing has the same colour on every chart, also without the things before it', async () => {
  const door = { ...metric, key: 'door' }
  const both: Measuring = {
    ...{ ...measuring, total: 2, metrics: [metric, door] },
    things: [truck, { ...truck, id: 'truck-2', metrics: ['cargo', 'door'] }],
  }
  const asked = readQuestion(new URLSearchParams(`fleet=north&from=${start}&to=${end}`))
  const values = { 'cargo:avg': [4], 'door:avg': [1] }
  const { now } = await runHook(
    () =>
      useExplored({
        ...{ question: asked, measuring: both, metrics: both.metrics, zone: 'UTC', points: 300 },
      }),
    () => ({ ...answerTo({}), byThing: { 'truck-1': values, 'truck-2': values } }),
  )
  const colorsOf = (metric: ExploredMetric) =>
    now()
      .chartOf(metric)
      .lines.map(({ color }) => color)
  await expect.poll(() => colorsOf(metric)).toEqual(['--series-1', '--series-2'])
  expect(colorsOf(door)).toEqual(['--series-2'])
})
