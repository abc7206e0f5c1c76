import type { Aggregate } from '@sluice/contract'
import type { Grid } from '../calendar/grid.ts'
import type { Range } from '../plan/range.ts'
import type { Column } from '../plan/selection.ts'
import type { Subject } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'

/** A column whose aggregate is known. */
export interface Aggregated<Kind extends Aggregate = Aggregate> extends Column {
  readonly aggregate: Kind
}

export interface BucketQuery<Kind extends Aggregate = Aggregate> {
  readonly columns: readonly Aggregated<Kind>[]
  readonly range: Range
  readonly limit: number
}

/** A bucket's bounds, clipped to a range. */
export function boundsOf(grid: Grid, range: Range, bucket: number): Range {
  return spanOf(grid, range, { from: bucket, to: bucket + 1 })
}

/** The bounds of consecutive buckets, clipped to a range. */
export function spanOf(grid: Grid, range: Range, buckets: Range): Range {
  return {
    from: Math.max(range.from, grid.startOf(buckets.from)),
    to: Math.min(range.to, grid.startOf(buckets.to)),
  }
}

/**
 * Fewer hours of a series than this are read faster from samples than by looking for rollups, and more cheaply by one
 * thread than by several, each of which would have to find where its part begins.
 */
export const FEW_SERIES_HOURS = 72

/** Parameters of a query for consecutive buckets; `lines` is the most rows that a bucket has. */
export function bucketParams(
  subject: Subject,
  grid: Grid,
  { columns, range, limit }: BucketQuery,
  asked: { readonly buckets: Range; readonly lines: number },
) {
  const span = spanOf(grid, range, asked.buckets)
  return {
    ...filterParams(subject, columns, span),
    ...grid.params(span),
    rows: (limit + 1) * asked.lines,
  }
}
