import type { Write } from '../../write/blocks/write.ts'

/** A row of the table `latest`, as of a series. */
export interface LatestRow {
  /** Epoch microseconds. */
  readonly time: number
  /** Null where the sample is a string. */
  readonly number: number | null
  readonly text: string
}

/** The version of a row in two halves of 32 bits: a double holds no more than 53. */
export interface VersionHalves {
  readonly high: number
  readonly low: number
}

/** A row with all that the table knows. */
interface VersionedRow extends LatestRow, VersionHalves {}

/** The latest samples of several things, by their numbers in the store. */
export type LatestByThing = ReadonlyMap<number, Pick<LatestRows, 'get' | typeof Symbol.iterator>>

/** Doubles of a row, and where each stands. */
const [WIDTH, TIME, METRIC, NUMBER, HIGH, LOW] = [5, 0, 1, 2, 3, 4]

/** Measured, in the heap: a row, with room to grow, and a text besides its characters. */
const [ROW_BYTES, TEXT_BYTES] = [52, 104]

/**
 * The latest samples of a thing, by their metrics' numbers in the store. Its rows are doubles in one list, by metric: as objects,
 * every young collection would copy those of the thousands of things that a page is about, one by one.
 */
export class LatestRows {
  readonly #cells: number[] = []
  /** Texts by metric, without empty ones. */
  #texts: Map<number, string> | undefined
  #textBytes = 0

  /** In the heap, about. */
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
   * Puts a row in where it wins over what there is, by the rule of the table: the later time, of one time the higher
   * version.
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

  /** Where the row of a metric begins, or that of the next higher one. */
  #search(metric: number): number {
    let [from, to] = [0, this.#cells.length / WIDTH]
    // Most come in their order.
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

/** Offers the row that the writer stores of a sample. */
export function offerSample(
  rows: LatestRows,
  { samples }: Pick<Write, 'samples'>,
  row: number,
  version: VersionHalves,
): void {
  const { times, numbers, metrics } = samples
  const time = (times[row * 2 + 1] ?? 0) * 4_294_967_296 + ((times[row * 2] ?? 0) >>> 0)
  const text = samples.textAt(row) ?? ''
  rows.offer(metrics[row] ?? 0, time, numbers[row] ?? Number.NaN, text, version)
}

export function halvesOf(version: bigint): VersionHalves {
  return { high: Number(version >> 32n), low: Number(version & 0xffff_ffffn) }
}
