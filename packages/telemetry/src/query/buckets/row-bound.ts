import { TooManyRows } from '../../too-many-rows.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

/** Holds what statements answer of some buckets to a number of rows. */
export interface RowBound {
  /** Throws {@link TooManyRows} where buckets that are as full as those read last would have more: to read them would be in vain. */
  before(buckets: Range): void
  /** Throws {@link TooManyRows} where one row too many was found; `last` is the bucket of the last. */
  after(read: { readonly rows: number; readonly last: number }, buckets: Range, order: Order): void
}

/** @param most at least what one bucket may have */
export function boundRows(most: number): RowBound {
  /** Rows a bucket, where was read last. */
  let density = 0

  function before(buckets: Range): void {
    const rows = density * widthOf(buckets)
    if (rows > most) throw new TooManyRows(most / rows, new Error(`About ${rows} rows of buckets.`))
  }

  return {
    before,
    after({ rows, last }, buckets, order) {
      // The last bucket was begun.
      const whole = order === 'asc' ? last - buckets.from : buckets.to - 1 - last
      density = rows / (rows > most ? whole : widthOf(buckets))
      before(buckets)
    },
  }
}
