import { inSlices } from '@sluice/runtime'
import type { ReadBuckets } from '../../cache/buckets/bucket-memory.ts'
import type { SampleStore } from '../../store.ts'
import type { Aggregated, BucketQuery } from '../buckets/bucket-query.ts'
import { hasPartial } from '../buckets/partials.ts'
import { plainBuckets } from '../buckets/plain-buckets.ts'
import { rolledBuckets } from '../buckets/rolled-buckets.ts'
import { runBuckets } from '../buckets/run-buckets.ts'
import { isRunAggregate, type RunAggregate } from '../buckets/runs.ts'
import { besideEachOther, emptyTable } from '../buckets/table.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import type { Subject } from '../plan/subject.ts'
import { quickBuckets, sampleBuckets } from '../samples/sample-buckets.ts'
import type { BucketAxis } from './axis.ts'
import { questionOf } from './question.ts'

/** One value for each bucket and column; buckets without samples are left out. */
export function bucketAxis(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery,
): BucketAxis {
  const { columns, range, limit } = query
  const runs = columns.filter(isRun)
  const plain = columns.filter(isPlain)
  const run = runs.length > 0 && runBuckets(store, subject, grid, { ...query, columns: runs })
  const readers = [
    ...(plain.length > 0 ? [bucketsOf(store, subject, grid, { ...query, columns: plain })] : []),
    ...(run ? [run.read] : []),
  ]
  return {
    positions: { from: grid.numberOf(range.from), to: grid.numberOf(range.to - 1) + 1 },
    firstSpan: run ? Math.min(limit + 1, run.sure) : limit + 1,
    timeOf: (bucket) => grid.startOf(bucket),
    narrowedTo(ids, most) {
      const fewer = columns.filter(({ id }) => ids.includes(id))
      return bucketAxis(store, subject, grid, { ...query, columns: fewer, limit: most })
    },
    async read(span, order) {
      const parts = await Promise.all(readers.map((read) => read(span, order)))
      // Each part is complete for a page's number of buckets, so their union is, too.
      const [one = emptyTable, other] = parts
      return other ? inSlices(besideEachOther(one, other, order)) : one
    },
  }
}

/**
 * From memory: samples that are cheap to scan, then cached buckets, then other samples. The rest comes from rollups, or
 * from the table of samples if some aggregate needs all of them.
 */
function bucketsOf(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
) {
  let otherwise: ReadBuckets | undefined
  return async (buckets: Range, order: Order) => {
    const quick = await quickBuckets(store, subject, grid, query, buckets, order)
    if (quick) return quick
    otherwise ??= storedBuckets(store, subject, grid, query)
    return otherwise(buckets, order)
  }
}

function storedBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
): ReadBuckets {
  const plain = plainBuckets(store, subject, grid, query)
  const parted = query.columns.every(({ aggregate }) => hasPartial(aggregate))
  const stored = parted ? rolledBuckets(store, subject, grid, query, plain) : plain
  const read = sampleBuckets(store, subject, grid, query, stored)
  const { buckets: memory } = store
  if (memory) return memory.through(questionOf(subject, grid, query), read)
  return (buckets, order) => read([buckets], order)
}

function isRun(column: Aggregated): column is Aggregated<RunAggregate> {
  return isRunAggregate(column.aggregate)
}

function isPlain(column: Aggregated): column is Aggregated<PlainAggregate> {
  return !isRunAggregate(column.aggregate)
}
