import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chunk } from '../../cache/chunks/chunk.ts'
import { dayOf, startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { metricOf } from '../../testing/things.ts'
import { reversed } from '../buckets/table.ts'
import { gridOf } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import { sampleBuckets } from './sample-buckets.ts'

const FIRST = dayOf(Date.UTC(2026, 0, 1) * 1000)
const start = startOfDay(FIRST)
const range = { from: start, to: startOfDay(FIRST + 1) }
const SECONDS = 86_400
const seconds = gridOf({ count: 1, unit: 's' }, openZone('UTC'))
const metric = metricOf('level', 'number', 1)

/** Reads a day by the second from memory, for things that each have a number at some seconds of it. */
function readerOf(
  things: readonly (readonly number[])[],
  aggregate: PlainAggregate,
  limit: number,
) {
  const members = things.map((_, i) => ({ id: `tank-${i}`, number: i + 1, metrics: [metric] }))
  const remembered = things.map((sent) => {
    const times = Float64Array.from(sent, (second) => start + second * 1e6)
    const chunk = new Chunk()
    chunk.append(times, Float64Array.from(sent))
    return [new Map([[1, chunk]])]
  })
  const columns = members.map(({ number: thing }) => {
    return { thing, metric, aggregate, id: `level-${thing}`, name: 'level' }
  })
  const store = { chunks: { read: async () => remembered } } as unknown as SampleStore
  const subject = { organization: 5, members, metrics: [metric], timezone: 'UTC', name: 'tanks' }
  const query = { columns, range, limit }
  const read = sampleBuckets(store, subject, seconds, query, () => Promise.reject(new Error()))
  const from = seconds.numberOf(start)
  return (order: 'asc' | 'desc') => read([{ from, to: from + SECONDS }], order)
}

const things = fc.array(
  fc
    .uniqueArray(fc.integer({ min: 0, max: SECONDS - 1 }), { minLength: 1, maxLength: 30 })
    .map((sent) => sent.sort((a, b) => a - b)),
  { minLength: 1, maxLength: 4 },
)

it.each<PlainAggregate>(['avg', 'p90'])(
  'the newest buckets are the end of all, reversed: %s',
  async (aggregate) => {
    await fc.assert(
      fc.asyncProperty(things, fc.integer({ min: 1, max: 40 }), async (sent, limit) => {
        const all = reversed(await readerOf(sent, aggregate, SECONDS)('asc'))
        const newest = await readerOf(sent, aggregate, limit)('desc')
        // One more than the page has, as its successor.
        expect(newest.positions).toEqual(all.positions.slice(0, limit + 1))
        expect(newest.columns).toEqual(
          all.columns.map(({ id, values }) => ({ id, values: values.slice(0, limit + 1) })),
        )
      }),
      { numRuns: 30 },
    )
  },
)

it('a page of the newest buckets holds no more than that, however many the day has', async () => {
  const sent = Array.from({ length: 20 }, (_, thing) =>
    Array.from({ length: 2000 }, (_, i) => i * 40 + thing),
  )
  const { positions, columns } = await readerOf(sent, 'avg', 1)('desc')
  expect(positions).toHaveLength(2)
  expect(columns.map(({ values }) => values.length)).toEqual(Array(20).fill(2))
})
