import type { Write } from '../../write/blocks/write.ts'

/** A row of the table `latest`, without its series. */
export interface LatestRow {
  /** Epoch microseconds. */
  readonly time: number
  /** Null where the sample is a string. */
  readonly number: number | null
  readonly text: string
}

/** The version of a row as two 32-bit halves, since a double holds 53 bits at most. */
export interface VersionHalves {
  readonly high: number
  readonly low: number
}

interface VersionedRow extends LatestRow, VersionHalves {}

/** The latest samples of several things, by thing number. */
export type LatestByThing = ReadonlyMap<number, Pick<LatestRows, 'get' | typeof Symbol.iterator>>

/** Numbers in a row, and their offsets. */
const [WIDTH, TIME, METRIC, NUMBER, HIGH, LOW] = [5, 0, 1, 2, 3, 4]

/** Measured heap use of a row, with room to grow, and of a text without its characters. */
const [ROW_BYTES, TEXT_BYTES] = [52, 104]

/**
 * The latest samples of a thing, by metric number. Rows are stored as doubles in one list, ordered by metric. As
 * objects, those of a page's thousands of things would be copied one by one by every young collection.
 */
export class LatestRows {
  readonly #cells: number[] = []
  /** Non-empty texts by metric. */
  #texts: Map<number, string> | undefined
  #textBytes = 0

  /** Approximate heap use. */
  get bytes(): number {
    return (this.#cells.length / WIDTH) * ROW_BYTES + this.#textBytes
  }

  get(metric: number): LatestRow | undefined {
    const at = this.#search(metric)
    return this.#cells[at + METRIC] === metric ? this.#row(at) : undefined
  }

  *[Symbol.iterator](): Generator<readonly [metric: number, row: VersionedRow]> {
    for (let at = 0; at < this.#cells.length; at += WIDTH) {
      yield [this.#cell(at + METRIC), this.#row(at)]
    }
  }

  /**
   * Inserts a row if it wins over the present one by the table's rule: the later time wins, then the higher version.
   *
   * @param number NaN where the sample is a string
   */
  offer(metric: number, time: number, number: number, text: string, version: VersionHalves): void {
    const { high, low } = version
    const at = this.#search(metric)
    if (at === this.#cells.length) this.#cells.push(time, metric, number, high, low)
    else if (this.#cell(at + METRIC) !== metric) {
      this.#cells.splice(at, 0, time, metric, number, high, low)
    } else if (this.#isOlder(at, time, version)) {
      this.#cells[at + TIME] = time
      this.#cells[at + NUMBER] = number
      this.#cells[at + HIGH] = high
      this.#cells[at + LOW] = low
    } else return
    this.#setText(metric, text)
  }

  #isOlder(at: number, time: number, { high, low }: VersionHalves): boolean {
    const known = this.#cell(at + TIME)
    if (known !== time) return known < time
    const knownHigh = this.#cell(at + HIGH)
    return knownHigh === high ? this.#cell(at + LOW) < low : knownHigh < high
  }

  #setText(metric: number, text: string): void {
    const known = this.#texts?.get(metric)
    if (known !== undefined) this.#textBytes -= known.length + TEXT_BYTES
    if (text === '') {
      this.#texts?.delete(metric)
      return
    }
    this.#texts ??= new Map()
    this.#texts.set(metric, text)
    this.#textBytes += text.length + TEXT_BYTES
  }

  /** The index of a metric's row, or of where it would be inserted. */
  #search(metric: number): number {
    let [from, to] = [0, this.#cells.length / WIDTH]
    // Fast path: most come in ascending order.
    if (to > 0 && this.#cell((to - 1) * WIDTH + METRIC) < metric) return to * WIDTH
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#cell(middle * WIDTH + METRIC) < metric) from = middle + 1
      else to = middle
    }
    return from * WIDTH
  }

  #row(at: number): VersionedRow {
    const number = this.#cell(at + NUMBER)
    return {
      time: this.#cell(at + TIME),
      number: Number.isNaN(number) ? null : number,
      text: this.#texts?.get(this.#cell(at + METRIC)) ?? '',
      high: this.#cell(at + HIGH),
      low: this.#cell(at + LOW),
    }
  }

  #cell(at: number): number {
    return this.#cells[at] ?? Number.NaN
  }
}

/** Offers the row that the writer stores for a sample. */
export function offerSample(
  rows: LatestRows,
  { samples }: Pick<Write, 'samples'>,
  row: number,
  version: VersionHalves,
): void {
  const { numbers, metrics } = samples
  const text = samples.textAt(row) ?? ''
  rows.offer(metrics[row] ?? 0, samples.timeAt(row), numbers[row] ?? Number.NaN, text, version)
}

export function halvesOf(version: bigint): VersionHalves {
  return { high: Number(version >> 32n), low: Number(version & 0xffff_ffffn) }
}
