import { type Table, type Values, valuesOf } from '../buckets/table.ts'

/** An answer, by position. */
export interface Page {
  readonly positions: readonly number[]
  /** The times of the positions in epoch microseconds, if they are known already. */
  readonly times?: Float64Array
  /** An array per column, as long as `positions`, null where a column has no value. */
  readonly values: readonly Values[]
  /** The first position of the next page; undefined at the end. */
  readonly next: number | undefined
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
