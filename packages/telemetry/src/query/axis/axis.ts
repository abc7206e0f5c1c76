import type { Table } from '../buckets/table.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

/** The dimension along which a series is read: times for raw samples, bucket numbers for buckets. Half-open. */
export interface Axis {
  readonly positions: Range
  /** Width of the first span to read for one page. */
  readonly firstSpan: number
  /** Reads a span. In one that is longer than a page, the last positions may be incomplete. */
  read(span: Range, order: Order): Promise<Table>
  /** The time of a position in epoch microseconds. */
  timeOf(position: number): number
}

/** An axis whose positions are buckets. */
export interface BucketAxis extends Axis {
  /** The same axis with fewer columns, and pages of `limit` buckets. */
  narrowedTo(columns: readonly string[], limit: number): BucketAxis
}
