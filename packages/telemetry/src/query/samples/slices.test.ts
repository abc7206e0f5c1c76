import { afterEach, expect, it, vi } from 'vitest'
import { Chunk } from '../../cache/chunks/chunk.ts'
import { DAY, dayOf, startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { metricOf } from '../../testing/things.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import { type LineSamples, samplesOf } from './line-samples.ts'
import { sampleBuckets } from './sample-buckets.ts'
import { runRowsOf } from './sample-runs.ts'
import { summariesOf } from './sample-summaries.ts'

afterEach(() => vi.restoreAllMocks())

const DAYS = 50
const SAMPLES = 10_000
const FIRST = dayOf(Date.UTC(2026, 0, 1) * 1000)
const range = { from: startOfDay(FIRST), to: startOfDay(FIRST + DAYS) }
const year = gridOf({ count: 12, unit: 'mo' }, openZone('UTC'))
const metric = metricOf('level', 'number', 1)
const line = { thing: 7, metric }
const subject = {
  ...{ organization: 5, members: [{ id: 'tank', number: 7, metrics: [metric] }] },
  ...{ metrics: [metric], timezone: 'UTC', name: 'this thing' },
}

/** Days of a series, optionally with a late sample each. */
function chunksOf(isLate: boolean): ReadonlyMap<number, Chunk>[] {
  return Array.from({ length: DAYS }, (_, i) => {
    const start = startOfDay(FIRST + i)
    const times = Float64Array.from({ length: SAMPLES }, (_, at) => start + at * (DAY / SAMPLES))
    const chunk = new Chunk()
    chunk.append(times, new Float64Array(SAMPLES).fill(i))
    if (isLate) chunk.put(start + 1, 3, '')
    return new Map([[1, chunk]])
  })
}

/** A store that has all of it cached. */
function storeOf(isLate = false): SampleStore {
  const remembered = [chunksOf(isLate)]
  return { chunks: { read: async () => remembered } } as unknown as SampleStore
}

async function lines(): Promise<LineSamples[]> {
  return (await samplesOf(storeOf(), subject, [line], [range])) ?? []
}

function yieldsOf(work: Generator<void, unknown>): number {
  let yields = 0
  while (!work.next().done) yields += 1
  return yields
}

it.each<PlainAggregate>(['avg', 'stddev', 'p99'])(
  'a single bucket of half a million samples is computed in slices: %s',
  async (aggregate) => {
    const column = { ...line, aggregate, id: 'level', name: 'level' }
    const query = { columns: [column], range, limit: 10 }
    const read = sampleBuckets(storeOf(), subject, year, query, () => Promise.reject(new Error()))
    const looks = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const { positions } = await read([{ from: 56, to: 57 }], 'asc')
    expect(positions).toHaveLength(1)
    expect(looks.mock.calls.length).toBeGreaterThan((DAYS * SAMPLES) / 30_000)
  },
)

it('computes aggregates over consecutive samples in slices', async () => {
  const pauses = [...runRowsOf(await lines(), range, year, range)].filter((row) => !row)
  expect(pauses.length).toBeGreaterThanOrEqual(DAYS - 1)
})

it('computes a summary in slices', async () => {
  const widthOf = () => 60e6
  const work = summariesOf(await lines(), range, false, { widthOf, end: range.to })
  // Extremes, intervals, percentiles and steps between samples yield separately.
  expect(yieldsOf(work)).toBeGreaterThan(4 * DAYS)
})

it('samples in intervals that have not begun count in none', async () => {
  const minute = 60e6
  const coverage = { widthOf: () => minute, end: range.from + 4.5 * minute }
  const work = summariesOf(await lines(), range, false, coverage)
  let step = work.next()
  while (!step.done) step = work.next()
  expect(step.value.rows.map((row) => row.at(-1))).toEqual([5])
})

it('merges late samples in slices', async () => {
  const store = storeOf(true)
  const looks = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const [found] = (await samplesOf(store, subject, [line], [range])) ?? []
  expect(found?.runs.map(({ end }) => end)).toEqual(Array(DAYS).fill(SAMPLES + 1))
  expect(looks.mock.calls.length).toBeGreaterThanOrEqual(DAYS)
})
