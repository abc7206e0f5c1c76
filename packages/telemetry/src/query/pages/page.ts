import { type Table, type Values, valuesOf } from '../buckets/table.ts'
import type { Range } from '../plan/range.ts'
import type { Order } from './spans.ts'

/** An answer, by position. */
export interface Page {
  readonly positions: readonly number[]
  /** The times of the positions in epoch microseconds, if they are known already. */
  readonly times?: Float64Array
  /** An array per column, as long as `positions`, null where a column has no value. */
  readonly values: readonly Values[]
  /** The first position of the next page; undefined at the end. */
  readonly next: number | undefined
  /** About its bytes, or more, if they were counted. */
  readonly bytes?: number
}

/** What a page may have. */
export interface Paging {
  readonly order: Order
  readonly limit: number
  /** About the most bytes. */
  readonly room?: number
  /** The position to start from; absent for the first page. */
  readonly start: number | undefined
  /** The position to stop before, if another series' page has ended there. */
  readonly end?: number | undefined
}

/** The part of a range that a page may have. It is inside the range, even if an edited cursor has another start. */
export function pagedRange(
  { from, to }: Range,
  { order, start, end }: Pick<Paging, 'order' | 'start' | 'end'>,
): Range {
  if (order === 'asc') {
    const last = Math.min(to, end ?? to)
    return { from: Math.min(last, Math.max(from, start ?? from)), to: last }
  }
  const first = Math.max(from, (end ?? from - 1) + 1)
  return { from: first, to: Math.max(first, Math.min(to, (start ?? to - 1) + 1)) }
}

/** The first `limit` positions of a table, with the values of some columns. */
export function layOut(table: Table, ids: readonly string[], limit: number): Page {
  const { positions } = table
  const isWhole = positions.length <= limit
  return {
    positions: isWhole ? positions : positions.slice(0, limit),
    values: ids.map((id, i) => {
      const values = valuesOf(table, id, i)
      return isWhole ? values : values.slice(0, limit)
    }),
    next: positions[limit],
  }
}
