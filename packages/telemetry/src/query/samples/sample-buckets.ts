import { inSlices } from '@sluice/runtime'
import type { ReadSpans } from '../../cache/buckets/bucket-memory.ts'
import { HOUR } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { type BucketQuery, spanOf } from '../buckets/bucket-query.ts'
import { reversed, type Table } from '../buckets/table.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import type { Subject } from '../plan/subject.ts'
import { tableOf } from './bucket-table.ts'
import { type LineSamples, samplesOf } from './line-samples.ts'
import { tallied } from './tallied.ts'

/** The most samples that are scanned for every query; aggregates of more are cached. */
const [FEW_TALLIED, FEW] = [1_000_000, 100_000]

type Query = BucketQuery<PlainAggregate>

/** Computes buckets from samples in memory, else by `otherwise`. */
export function sampleBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: Query,
  otherwise: ReadSpans,
): ReadSpans {
  return async (spans, order) => {
    const times = spans.map((span) => spanOf(grid, query.range, span))
    const lines = await samplesOf(store, subject, query.columns, times)
    return lines ? bucketsOf(lines, times, grid, query, order) : otherwise(spans, order)
  }
}

/** The same for buckets whose samples are all in memory and cheap to scan; else undefined. */
export async function quickBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: Query,
  buckets: Range,
  order: Order,
): Promise<Table | undefined> {
  const times = [spanOf(grid, query.range, buckets)]
  const lines = await samplesOf(store, subject, query.columns, times, 'known')
  if (!lines) return undefined
  const isTallied = query.columns.every(({ aggregate }) => tallied[aggregate])
  const width = grid.startOf(buckets.from + 1) - grid.startOf(buckets.from)
  let left = isTallied ? FEW_TALLIED : FEW
  for (const { runs } of lines) for (const { first, end } of runs) left -= end - first
  // Tallies of hours are cached anyway.
  if (left < 0 && !(isTallied && width >= HOUR)) return undefined
  return bucketsOf(lines, times, grid, query, order)
}

async function bucketsOf(
  lines: readonly LineSamples[],
  spans: readonly Range[],
  grid: Grid,
  query: Query,
  order: Order,
): Promise<Table> {
  const table = await inSlices(
    tableOf(lines, spans, grid, { ...query, limit: query.limit + 1 }, order),
  )
  return order === 'asc' ? table : reversed(table)
}
