import { afterEach, expect, it, vi } from 'vitest'
import { Chunk } from '../../cache/chunks/chunk.ts'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { metricOf } from '../../testing/things.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import { TOGETHER } from '../plan/subject.ts'
import { tableOf } from './bucket-table.ts'
import { LineCursor } from './line-cursor.ts'
import { samplesOf } from './line-samples.ts'

afterEach(() => vi.restoreAllMocks())

const FIRST = dayOf(Date.UTC(2026, 0, 1) * 1000)
const start = startOfDay(FIRST)
const metric = metricOf('level', 'number', 1)

/** A day of things taken together, each with numbers at some seconds of it. */
async function tableWork(
  sent: readonly Float64Array[],
  seconds: number,
  aggregate: PlainAggregate,
) {
  const range = { from: start, to: startOfDay(FIRST + 1) }
  const members = sent.map((_, i) => ({ id: `tank-${i}`, number: i + 1, metrics: [metric] }))
  const remembered = sent.map((at) => {
    const chunk = new Chunk()
    const times = at.map((second) => start + second * 1e6)
    chunk.append(times, Float64Array.from(at, Math.sin))
    return [new Map([[1, chunk]])]
  })
  const store = { chunks: { read: async () => remembered } } as unknown as SampleStore
  const subject = { organization: 5, members, metrics: [metric], timezone: 'UTC', name: 'tanks' }
  const columns = [{ thing: TOGETHER, metric, aggregate, id: 'level', name: 'level' }]
  const lines = await samplesOf(store, subject, columns, [range])
  const grid = gridOf({ count: seconds, unit: 's' }, openZone('UTC'))
  return tableOf(lines ?? [], [range], grid, { columns, range, limit: 1000 }, 'asc')
}

/** The most that is counted between two yields, and in all. */
function between(work: Generator<void, unknown>, count: () => number) {
  let [most, all] = [0, 0]
  for (let done = false; !done; ) {
    const before = count()
    done = work.next().done === true
    most = Math.max(most, count() - before)
    all += count() - before
  }
  return { most, all }
}

it.each<PlainAggregate>(['avg', 'p95'])(
  'buckets of thousands of things with a sample each are computed in slices: %s',
  async (aggregate) => {
    const sent = Array.from({ length: 4000 }, (_, i) => Float64Array.of(20 * i))
    const work = await tableWork(sent, 1, aggregate)
    const looks = vi.spyOn(LineCursor.prototype, 'next', 'get')
    const { most, all } = between(work, () => looks.mock.calls.length)
    expect(all).toBeGreaterThan(4000)
    expect(most).toBeLessThan(100_000)
    looks.mockRestore()
  },
)

it('numbers of many buckets are sorted in slices', async () => {
  const sent = [Float64Array.from({ length: 86_400 }, (_, second) => second)]
  const work = await tableWork(sent, 300, 'p50')
  let sorted = 0
  const sort = Float64Array.prototype.sort
  vi.spyOn(Float64Array.prototype, 'sort').mockImplementation(function (this: Float64Array) {
    sorted += this.length
    return sort.call(this) as Float64Array<ArrayBuffer>
  })
  const { most, all } = between(work, () => sorted)
  expect(all).toBe(86_400)
  expect(most).toBeLessThan(3000)
})
