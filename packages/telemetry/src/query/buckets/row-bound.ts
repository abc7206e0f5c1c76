import { TooManyRows } from '../../too-many-rows.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

/** Limits the rows that statements return for some buckets. */
export interface RowBound {
  /**
   * Throws {@link TooManyRows} if buckets as dense as those read last would exceed the limit, so that the read would be
   * wasted.
   */
  before(buckets: Range): void
  /** Throws {@link TooManyRows} if the limit was exceeded; `last` is the bucket of the last row. */
  after(read: { readonly rows: number; readonly last: number }, buckets: Range, order: Order): void
}

/** @param most at least the rows of one bucket */
export function boundRows(most: number): RowBound {
  /** Rows per bucket in the last read. */
  let density = 0

  function before(buckets: Range): void {
    const rows = density * widthOf(buckets)
    if (rows > most) throw new TooManyRows(most / rows, new Error(`About ${rows} rows of buckets.`))
  }

  return {
    before,
    after({ rows, last }, buckets, order) {
      // The last bucket may be incomplete.
      const whole = order === 'asc' ? last - buckets.from : buckets.to - 1 - last
      density = rows / (rows > most ? whole : widthOf(buckets))
      before(buckets)
    },
  }
}
