import { isoOf } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { ANSWER_BYTES } from '../answer-bytes.ts'
import { Chunk } from '../cache/chunks/chunk.ts'
import type { SeriesDays } from '../cache/chunks/series-days.ts'
import type { SampleStore } from '../store.ts'
import { metricOf } from '../testing/things.ts'
import { TooManyBytes } from '../too-many-rows.ts'
import { largeReadTurns } from './large-reads.ts'
import type { Query } from './plan/plan.ts'
import type { Subject } from './plan/subject.ts'
import { readSeries } from './read-series.ts'
import { bytesOfValue } from './response-bytes.ts'
import { readSummary } from './summary.ts'

const SECOND = 1e6
const START = Date.UTC(2026, 0, 1) * 1000
const now = new Date(START / 1000 + 86_400_000)
/** One text in memory, however often it is answered. */
const text = 'x'.repeat(4096)
const metrics = Array.from({ length: 10 }, (_, i) => metricOf(`log${i}`, 'string', i + 1))

function subjectOf(things: number, groups = 0): Subject {
  const members = Array.from({ length: things }, (_, i) => {
    return { id: `t${i}`, number: i + 1, metrics }
  })
  return {
    ...{ organization: 1, members, metrics, timezone: 'UTC', name: 'these things' },
    ...(groups > 0 && {
      groups: members.map((member) => ({ name: member.id, members: [member] })),
    }),
  }
}

/** A store with samples in memory: each series has this many of them, one each second. */
function storeOf(samples: number): SampleStore {
  const chunk = new Chunk()
  for (let i = 0; i < samples; i += 1) chunk.put(START + i * SECOND, Number.NaN, text)
  const known = ({ things, metrics, days }: SeriesDays) => {
    const day = new Map(metrics.map((metric) => [metric, chunk]))
    return things.map(() => days.map((_, i) => (i === 0 ? day : new Map())))
  }
  return {
    chunks: { known, read: async (wanted: SeriesDays) => known(wanted) },
    rollups: { settledBefore: () => 0, ask() {} },
    largeReads: largeReadTurns(),
    readBarrier: async () => {},
  } as unknown as SampleStore
}

type Read = (query: Query) => Promise<{
  readonly columns: readonly (readonly unknown[])[]
  readonly timestamps: readonly string[]
  readonly nextCursor: string | null
}>

/** All pages of a query, one after another: their bytes and their times. */
async function pagesOf(read: Read, wanted: Partial<Query>) {
  const query = {
    ...{ from: isoOf(START), to: isoOf(START + 4000 * SECOND), limit: 4000, order: 'asc' },
    ...{ fill: 'none', ...wanted },
  } as Query
  const sizes: number[] = []
  const times: string[] = []
  let cells = 0
  let cursor: string | null = null
  do {
    const asked: Query = cursor === null ? query : { ...query, cursor }
    const { columns, timestamps, nextCursor } = await read(asked)
    const values = columns.flat() as (string | null)[]
    cells += values.filter((value) => value !== null).length
    sizes.push(values.reduce((sum, value) => sum + bytesOfValue(value), 0))
    times.push(...timestamps)
    cursor = nextCursor
  } while (cursor !== null)
  return { sizes, times, cells }
}

const seriesOf =
  (store: SampleStore, subject: Subject): Read =>
  async (query) => {
    const { values, axis } = await readSeries(store, subject, query, now, {})
    return {
      columns: values.flat(),
      timestamps: axis.timestamps.texts(),
      nextCursor: axis.nextCursor,
    }
  }

const log = { metrics: metrics.map(({ key }) => `${key}:last`).join(','), interval: '1s' }

describe.each(['asc', 'desc'] as const)('a page of samples in memory, %s,', (order) => {
  it.each<[string, Read, Partial<Query>]>([
    ['raw', seriesOf(storeOf(4000), subjectOf(1)), {}],
    ['by bucket', seriesOf(storeOf(4000), subjectOf(1)), log],
    ['whose gaps repeat a text', seriesOf(storeOf(1), subjectOf(1)), { ...log, fill: 'previous' }],
    ['of groups', seriesOf(storeOf(400), subjectOf(10, 10)), { ...log, groupBy: 'site' }],
    [
      'of groups whose gaps repeat a text',
      seriesOf(storeOf(1), subjectOf(10, 10)),
      { ...log, groupBy: 'site', fill: 'previous', to: isoOf(START + 400 * SECOND) },
    ],
  ])('has a bounded number of bytes: %s', async (_, read, wanted) => {
    const { sizes, times, cells } = await pagesOf(read, { ...wanted, order })
    // More than two pages' worth of texts in all.
    expect(cells).toBe(40_000)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(ANSWER_BYTES)
    expect(sizes.length).toBeLessThan(6)
    expect(new Set(times).size).toBe(times.length)
    expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed())
  })
})

it('a summary with too many long texts is rejected', async () => {
  const query = {
    ...{ from: isoOf(START), to: isoOf(START + 4000 * SECOND) },
    ...({ groupBy: 'thing', limit: 1000 } as const),
  }
  const summaryOf = (things: number) => readSummary(storeOf(2), subjectOf(things), query, now, {})
  expect(Object.keys((await summaryOf(500)).byThing ?? {})).toHaveLength(500)
  await expect(summaryOf(1000)).rejects.toBeInstanceOf(TooManyBytes)
})
