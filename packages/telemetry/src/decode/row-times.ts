import { writeHalves } from '@sluice/clickhouse'

/** Rows read between two yields. */
export const ROWS_PER_YIELD = 16_384

/** The times of a table's rows, shared by its columns. */
export interface RowTimes {
  /** Epoch microseconds; NaN where no sample of the row may be taken. */
  readonly micros: Float64Array
  /** The same in the store's representation. */
  readonly halves: Int32Array
  /** The earliest time; NaN if any is NaN. */
  readonly earliest: number
}

/** {@link RowTimes} of epoch microseconds; yields now and then. */
export function* rowTimesOf(micros: Float64Array): Generator<void, RowTimes> {
  const halves = new Int32Array(micros.length * 2)
  let earliest = Number.POSITIVE_INFINITY
  for (let row = 0; row < micros.length; row++) {
    if (row % ROWS_PER_YIELD === 0) yield
    const time = micros[row] ?? Number.NaN
    writeHalves(halves, row, time)
    // Unlike `<`, Math.min propagates NaN.
    earliest = Math.min(earliest, time)
  }
  return { micros, halves, earliest }
}
