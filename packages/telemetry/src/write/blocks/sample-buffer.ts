import { writeHalves } from '@sluice/clickhouse'
import type { SampleValue } from '@sluice/contract'
import { freeMemory } from '@sluice/runtime'
import { placeIn } from '../../cache/place-in.ts'
import { placesByMetric } from './by-metric.ts'

/** Columns as in a {@link SampleBuffer}. */
export type SampleColumns = Pick<SampleBuffer, 'metrics' | 'numbers' | 'times'>

/**
 * The samples of one thing by column, in the store's binary form. So a sample needs no object, and encoding a block
 * copies arrays. Grows as needed.
 *
 * A string sample is a row whose number is NaN (which JSON cannot express) and whose text is listed separately.
 */
export class SampleBuffer {
  rows = 0
  metrics: Uint32Array<ArrayBuffer>
  numbers: Float64Array<ArrayBuffer>
  /** Epoch microseconds as little-endian 64-bit integers: low half, then high half. */
  times: Int32Array<ArrayBuffer>
  /** Rows that hold a string, ascending, and their strings. */
  readonly textRows: number[] = []
  readonly texts: string[] = []
  /** UTF-16 units of all texts, including repetitions: a dictionary may refer to one long string a million times. */
  textUnits = 0
  /** False if times were not strictly ascending, so that rows may shadow each other. */
  ascending = true

  constructor(capacity: number) {
    // Exact sizes: arrays as small as a frame's are allocated in the heap, almost for free.
    const size = Math.max(capacity, 1)
    this.metrics = new Uint32Array(size)
    this.numbers = new Float64Array(size)
    this.times = new Int32Array(size * 2)
  }

  /** Wraps existing columns; their texts are added separately. */
  static of(columns: SampleColumns, rows: number, ascending: boolean): SampleBuffer {
    const samples = new SampleBuffer(0)
    samples.metrics = columns.metrics
    samples.numbers = columns.numbers
    samples.times = columns.times
    samples.rows = rows
    samples.ascending = ascending
    return samples
  }

  /** Adds texts of rows after those of all texts before. */
  addTexts(rows: readonly number[], texts: readonly string[]): void {
    for (let i = 0; i < texts.length; i += 1) {
      const text = texts[i] ?? ''
      this.textRows.push(rows[i] ?? 0)
      this.texts.push(text)
      this.textUnits += text.length
    }
  }

  push(metric: number, micros: number, value: SampleValue): void {
    if (typeof value === 'string') {
      this.textRows.push(this.rows)
      this.texts.push(value)
      this.textUnits += value.length
    }
    this.pushNumber(metric, micros, typeof value === 'string' ? Number.NaN : Number(value))
  }

  pushNumber(metric: number, micros: number, value: number): void {
    const row = this.rows
    if (row === this.metrics.length) this.#grow(row + 1)
    this.metrics[row] = metric
    writeHalves(this.times, row, micros)
    this.numbers[row] = value
    this.rows = row + 1
  }

  /** Makes room for this many more rows. */
  reserve(rows: number): void {
    const needed = this.rows + rows
    if (needed > this.metrics.length) this.#grow(needed)
  }

  /**
   * Completes rows whose numbers were already written after the last row: sets their metric, and their times from rows
   * `from` to before `to` of `halves` (in the form of {@link times}).
   */
  finishRun(metric: number, halves: Int32Array, from: number, to: number): void {
    const start = this.rows
    const end = start + to - from
    if (to - from < SHORT_RUN) {
      for (let row = from, at = start; row < to; row++, at++) {
        this.metrics[at] = metric
        this.times[at * 2] = halves[row * 2] ?? 0
        this.times[at * 2 + 1] = halves[row * 2 + 1] ?? 0
      }
    } else {
      this.metrics.fill(metric, start, end)
      this.times.set(halves.subarray(from * 2, to * 2), start * 2)
    }
    this.rows = end
  }

  /** The string of a row; undefined if it holds a number. */
  textAt(row: number): string | undefined {
    const at = placeIn(this.textRows, row)
    return this.textRows[at] === row ? this.texts[at] : undefined
  }

  /** The row after the last one with the metric of row `from`. Rows must be sorted by metric: it need not look at all. */
  endOfMetric(from: number): number {
    const { metrics, rows } = this
    const metric = metrics[from] ?? 0
    let [last, step] = [from, 1]
    while (last + step < rows && metrics[last + step] === metric) {
      last += step
      step *= 2
    }
    return step === 1
      ? from + 1
      : placeIn(metrics, metric + 1, last + 1, Math.min(rows, last + step))
  }

  /** The number of metrics. Rows must be sorted by metric. */
  runs(): number {
    let runs = 0
    for (let from = 0; from < this.rows; from = this.endOfMetric(from)) runs += 1
    return runs
  }

  /** The earliest and latest time in epoch microseconds. There must be a row, and rows must be sorted by metric. */
  timeRange(): { earliest: number; latest: number } {
    let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let from = 0; from < this.rows; ) {
      const to = this.ascending ? this.endOfMetric(from) : from + 1
      earliest = Math.min(earliest, this.timeAt(from))
      latest = Math.max(latest, this.timeAt(to - 1))
      from = to
    }
    return { earliest, latest }
  }

  /** Epoch microseconds. */
  timeAt(row: number): number {
    return (this.times[row * 2 + 1] ?? 0) * 4_294_967_296 + ((this.times[row * 2] ?? 0) >>> 0)
  }

  /** Compares the time of a row with that of another buffer's row: negative if earlier, zero if equal. */
  compareTimes(row: number, other: SampleBuffer, otherRow: number): number {
    const high = this.times[row * 2 + 1] ?? 0
    const otherHigh = other.times[otherRow * 2 + 1] ?? 0
    if (high !== otherHigh) return high - otherHigh
    return ((this.times[row * 2] ?? 0) >>> 0) - ((other.times[otherRow * 2] ?? 0) >>> 0)
  }

  /** Sorts rows by metric, stably. Yields now and then. */
  *sortByMetric(): Generator<void, void> {
    if (this.rows <= FEW_ROWS && this.textRows.length === 0) {
      this.#sortInPlace()
      return
    }
    const places = yield* placesByMetric(this.metrics, this.rows)
    if (!places) return
    const { rows } = this
    const metrics = new Uint32Array(rows)
    const numbers = new Float64Array(rows)
    const times = new Int32Array(rows * 2)
    for (let row = 0; row < rows; row += 1) {
      if (row % ROWS_PER_YIELD === 0) yield
      const place = places[row] ?? 0
      metrics[place] = this.metrics[row] ?? 0
      numbers[place] = this.numbers[row] ?? 0
      times[place * 2] = this.times[row * 2] ?? 0
      times[place * 2 + 1] = this.times[row * 2 + 1] ?? 0
    }
    Object.assign(this, { metrics, numbers, times })
    const texts = this.textRows.map((row, i) => [places[row] ?? 0, this.texts[i] ?? ''] as const)
    texts.sort(([a], [b]) => a - b)
    for (const [i, [row, text]] of texts.entries()) {
      this.textRows[i] = row
      this.texts[i] = text
    }
  }

  /** Takes quadratic time, but allocates nothing. */
  #sortInPlace(): void {
    const { metrics, numbers, times } = this
    for (let row = 1; row < this.rows; row += 1) {
      const metric = metrics[row] ?? 0
      const number = numbers[row] ?? 0
      const low = times[row * 2] ?? 0
      const high = times[row * 2 + 1] ?? 0
      let place = row
      for (; place > 0 && (metrics[place - 1] ?? 0) > metric; place -= 1) {
        metrics[place] = metrics[place - 1] ?? 0
        numbers[place] = numbers[place - 1] ?? 0
        times[place * 2] = times[place * 2 - 2] ?? 0
        times[place * 2 + 1] = times[place * 2 - 1] ?? 0
      }
      metrics[place] = metric
      numbers[place] = number
      times[place * 2] = low
      times[place * 2 + 1] = high
    }
  }

  /** Frees the columns once nobody reads them; it is empty from then on. */
  free(): void {
    this.rows = 0
    freeMemory(this.metrics, this.numbers, this.times)
  }

  /** Doubles the capacity, or grows to `needed` if that is more. */
  #grow(needed: number): void {
    const size = Math.max(needed, this.metrics.length * 2)
    this.metrics = extended(new Uint32Array(size), this.metrics)
    this.numbers = extended(new Float64Array(size), this.numbers)
    this.times = extended(new Int32Array(size * 2), this.times)
  }
}

/** Rows moved between two yields. */
const ROWS_PER_YIELD = 65_536

/** So few rows, as those of a frame, are sorted in place. */
const FEW_ROWS = 24

/** Fewer rows are faster to copy one by one. */
const SHORT_RUN = 24

/** A longer column with the values of another one. */
function extended<Column extends { set(from: Column): void }>(into: Column, from: Column): Column {
  into.set(from)
  return into
}
