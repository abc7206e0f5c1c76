/** Samples in the order of their times. */
export interface Listed {
  readonly times: Float64Array
  readonly numbers: Float64Array
  readonly end: number
}

/** Numbers in a tally. */
const FIGURES = 5

/** Tallies: counts, sums, minima and maxima of numbers, in one typed array. */
export class Tallies {
  readonly #figures: Float64Array

  constructor(length: number) {
    this.#figures = new Float64Array(length * FIGURES)
  }

  /** Includes strings. */
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

  clear(from: number, to: number): void {
    this.#figures.fill(0, from * FIGURES, to * FIGURES)
  }

  /** Adds the samples from index `from` that are before time `to`. Returns the index after them. */
  addBefore(at: number, { times, numbers, end }: Listed, from: number, to: number): number {
    const [figures, first] = [this.#figures, at * FIGURES]
    const isEmpty = figures[first] === 0
    let low = isEmpty ? Number.POSITIVE_INFINITY : (figures[first + 3] ?? 0)
    let high = isEmpty ? Number.NEGATIVE_INFINITY : (figures[first + 4] ?? 0)
    let [count, total, next] = [0, 0, from]
    for (; next < end && (times[next] ?? 0) < to; next += 1) {
      const number = numbers[next] ?? Number.NaN
      if (!Number.isFinite(number)) continue
      count += 1
      total += number
      // Not `<`: of equal zeros, the sign counts.
      if (number <= low) low = Math.min(low, number)
      if (number >= high) high = Math.max(high, number)
    }
    figures[first] = (figures[first] ?? 0) + next - from
    figures[first + 1] = (figures[first + 1] ?? 0) + count
    figures[first + 2] = (figures[first + 2] ?? 0) + total
    figures[first + 3] = low
    figures[first + 4] = high
    return next
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
}
