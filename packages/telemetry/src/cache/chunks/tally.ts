/** Count, sum, minimum and maximum of numbers, without allocating an object for each part. */
export class Tally {
  /** Includes strings. */
  samples = 0
  numbers = 0
  total = 0
  low = Number.POSITIVE_INFINITY
  high = Number.NEGATIVE_INFINITY

  clear(): void {
    this.samples = 0
    this.numbers = 0
    this.total = 0
    this.low = Number.POSITIVE_INFINITY
    this.high = Number.NEGATIVE_INFINITY
  }

  /** Adds the samples from index `from` that are before time `to`. Returns the index after them. */
  addBefore({ times, numbers, end }: Listed, from: number, to: number): number {
    let [count, total, low, high] = [0, 0, this.low, this.high]
    let at = from
    for (; at < end && (times[at] ?? 0) < to; at += 1) {
      const number = numbers[at] ?? Number.NaN
      if (!Number.isFinite(number)) continue
      count += 1
      total += number
      // Not `<`: of equal zeros, the sign counts.
      if (number <= low) low = Math.min(low, number)
      if (number >= high) high = Math.max(high, number)
    }
    this.samples += at - from
    this.numbers += count
    this.total += total
    this.low = low
    this.high = high
    return at
  }
}

/** Samples in the order of their times. */
export interface Listed {
  readonly times: Float64Array
  readonly numbers: Float64Array
  readonly end: number
}

/** Numbers in a tally. */
const FIGURES = 5

/** A list of tallies in one typed array. */
export class Tallies {
  readonly #figures: Float64Array

  constructor(length: number) {
    this.#figures = new Float64Array(length * FIGURES)
  }

  samples(at: number): number {
    return this.#figures[at * FIGURES] ?? 0
  }

  numbers(at: number): number {
    return this.#figures[at * FIGURES + 1] ?? 0
  }

  total(at: number): number {
    return this.#figures[at * FIGURES + 2] ?? 0
  }

  low(at: number): number {
    return this.#figures[at * FIGURES + 3] ?? 0
  }

  high(at: number): number {
    return this.#figures[at * FIGURES + 4] ?? 0
  }

  clear(length: number): void {
    this.#figures.fill(0, 0, length * FIGURES)
  }

  set(at: number, tally: Tally): void {
    const first = at * FIGURES
    this.#figures[first] = tally.samples
    this.#figures[first + 1] = tally.numbers
    this.#figures[first + 2] = tally.total
    this.#figures[first + 3] = tally.low
    this.#figures[first + 4] = tally.high
  }

  /** Adds a tally to the one at an index, unless it has no samples. */
  add(at: number, tally: Tally): void {
    if (this.samples(at) > 0) this.addTo(tally, at)
    this.set(at, tally)
  }

  /** Adds the tally at index `other` of another list. Returns false if it has no samples. */
  addOf(at: number, others: Tallies, other: number): boolean {
    const [first, from] = [at * FIGURES, other * FIGURES]
    const [mine, theirs] = [this.#figures, others.#figures]
    if (theirs[from] === 0) return false
    if (mine[first] === 0) {
      for (let i = 0; i < FIGURES; i += 1) mine[first + i] = theirs[from + i] ?? 0
      return true
    }
    for (let i = 0; i < 3; i += 1)
      mine[first + i] = (mine[first + i] ?? 0) + (theirs[from + i] ?? 0)
    mine[first + 3] = Math.min(mine[first + 3] ?? 0, theirs[from + 3] ?? 0)
    mine[first + 4] = Math.max(mine[first + 4] ?? 0, theirs[from + 4] ?? 0)
    return true
  }

  /** Adds the tally at an index to another. */
  addTo(tally: Tally, at: number): void {
    tally.samples += this.samples(at)
    tally.numbers += this.numbers(at)
    tally.total = this.total(at) + tally.total
    tally.low = Math.min(this.low(at), tally.low)
    tally.high = Math.max(this.high(at), tally.high)
  }
}
