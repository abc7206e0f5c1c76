import type { SampleValue } from '@sluice/contract'

/**
 * Samples of one thing, column by column in the store's own binary form, so that a sample costs no object and
 * encoding a block is copying arrays. Grows as needed.
 *
 * A string sample is a row whose number is NaN (no JSON number is) and whose text is listed apart.
 */
export class SampleBuffer {
  rows = 0
  metrics: Uint32Array<ArrayBuffer>
  numbers: Float64Array<ArrayBuffer>
  /** Epoch microseconds as little-endian 64-bit integers: the low half, then the high half. */
  times: Int32Array<ArrayBuffer>
  /** Rows that hold a string, ascending, and their strings. */
  readonly textRows: number[] = []
  readonly texts: string[] = []
  /** False when a time was given twice or out of order, so that rows may shadow each other. */
  ascending = true

  constructor(capacity: number) {
    const size = Math.max(capacity, 16)
    this.metrics = new Uint32Array(size)
    this.numbers = new Float64Array(size)
    this.times = new Int32Array(size * 2)
  }

  push(metric: number, micros: number, value: SampleValue): void {
    if (typeof value === 'string') {
      this.textRows.push(this.rows)
      this.texts.push(value)
    }
    this.pushNumber(metric, micros, typeof value === 'string' ? Number.NaN : Number(value))
  }

  pushNumber(metric: number, micros: number, value: number): void {
    const row = this.rows
    if (row === this.metrics.length) this.#grow()
    this.metrics[row] = metric
    // Bitwise operators reduce modulo 2^32, which is the low half even of a negative number.
    this.times[row * 2] = micros | 0
    this.times[row * 2 + 1] = Math.floor(micros / 4_294_967_296)
    this.numbers[row] = value
    this.rows = row + 1
  }

  /** The string of a row, undefined where it holds a number. */
  textAt(row: number): string | undefined {
    let [from, to] = [0, this.textRows.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.textRows[middle] ?? row) < row) from = middle + 1
      else to = middle
    }
    return this.textRows[from] === row ? this.texts[from] : undefined
  }

  #grow(): void {
    this.metrics = extended(new Uint32Array(this.metrics.length * 2), this.metrics)
    this.numbers = extended(new Float64Array(this.numbers.length * 2), this.numbers)
    this.times = extended(new Int32Array(this.times.length * 2), this.times)
  }
}

function extended<Column extends { set(from: Column): void }>(into: Column, from: Column): Column {
  into.set(from)
  return into
}
