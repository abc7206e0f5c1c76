import type { NativeBlock, NativeColumn } from '@sluice/clickhouse'

/** Rows between two yields. */
export const ROWS_PER_YIELD = 2048

/** Some rows of an answer, by column. Only those from `first` to before `end` count. */
export interface Rows {
  readonly first: number
  readonly end: number
  /** A bucket's number, or a time in epoch microseconds. */
  readonly positions: Float64Array
  readonly things: Float64Array
  readonly metrics: Float64Array
  readonly others: readonly NativeColumn[]
}

type Columns = readonly [
  ...[positions: Float64Array, things: Float64Array, metrics: Float64Array],
  ...NativeColumn[],
]

/** The rows of an answer whose first columns are position, thing and metric. */
export function rowsIn(blocks: readonly NativeBlock[]): Rows[] {
  return blocks.map(({ rows, columns }) => {
    const [positions, things, metrics, ...others] = columns as Columns
    return { first: 0, end: rows, positions, things, metrics, others }
  })
}

/**
 * Without the rows after the first `most` positions. A statement is bounded by rows, so it may answer a position for each
 * of them, and every position takes a cell in every column.
 */
export function firstPositions(read: readonly Rows[], most: number): Rows[] {
  let [found, last] = [0, Number.NaN]
  return read.map((rows) => {
    let row = rows.first
    for (; row < rows.end; row += 1) {
      const position = rows.positions[row] ?? 0
      if (position === last) continue
      if (found === most) break
      found += 1
      last = position
    }
    return { ...rows, end: row }
  })
}

/** Calls `look` for each row; yields now and then. */
export function* eachRow(
  { first, end }: Pick<Rows, 'first' | 'end'>,
  look: (row: number) => void,
): Generator<void, void> {
  for (let row = first; row < end; row += 1) {
    if (row % ROWS_PER_YIELD === 0) yield
    look(row)
  }
}
