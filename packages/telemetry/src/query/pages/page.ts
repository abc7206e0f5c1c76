import { type Table, type Values, valuesOf } from '../buckets/table.ts'

/** What an answer holds, by position. */
export interface Page {
  readonly positions: readonly number[]
  /** The positions' times, in epoch microseconds, where they are known already. */
  readonly times?: Float64Array
  /** One array a column, in their order, as long as `positions`; null where a column has no value. */
  readonly values: readonly Values[]
  /** The position that the next page begins with; undefined at the end. */
  readonly next: number | undefined
}

/** The first `limit` positions of a table, and of each of some columns their values. */
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
