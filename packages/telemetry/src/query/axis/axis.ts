import type { Table } from '../buckets/table.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

/** What a series is read along: times for raw samples, bucket numbers for buckets. Half-open. */
export interface Axis {
  readonly positions: Range
  /** Width of the first span to read for one page. */
  readonly firstSpan: number
  /** What a span has. Where that is of more positions than a page has, the last ones may lack some. */
  read(span: Range, order: Order): Promise<Table>
  /** Epoch microseconds that a position is answered as. */
  timeOf(position: number): number
}

/** An axis whose positions are buckets. */
export interface BucketAxis extends Axis {
  /** The same of fewer columns, with pages of `limit` buckets. */
  narrowedTo(columns: readonly string[], limit: number): BucketAxis
}
