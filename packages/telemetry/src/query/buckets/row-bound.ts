import { TooManyRows } from '../../too-many-rows.ts'
import { widthOf } from '../axis/range-parts.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

interface Read {
  readonly rows: number
  /** The bucket of the last row. */
  readonly last: number
}

/**
 * Limits the rows that statements return for some buckets.
 *
 * @param most at least the rows of one bucket
 */
export function boundRows(most: number) {
  /** Rows per bucket in the last read. */
  let density = 0

  /**
   * Throws {@link TooManyRows} if buckets as dense as those read last would exceed the limit, so that the read would be
   * wasted.
   */
  function before(buckets: Range): void {
    const rows = density * widthOf(buckets)
    if (rows > most) throw new TooManyRows(most / rows, new Error(`About ${rows} rows of buckets.`))
  }

  return {
    before,
    /** Throws {@link TooManyRows} if the limit was exceeded. */
    after({ rows, last }: Read, buckets: Range, order: Order): void {
      // The last bucket may be incomplete.
      const whole = order === 'asc' ? last - buckets.from : buckets.to - 1 - last
      density = rows / (rows > most ? whole : widthOf(buckets))
      before(buckets)
    },
  }
}
