/**
 * Ascending times. Chunks with the same times share one list, as the metrics of a frame have the same: a chunk uses the
 * first so many of it. Times are only appended, so those that a chunk uses never change.
 */
export class TimeList {
  /** Longer than what is in use. Replaced when it grows. */
  times: Float64Array
  /** How many chunks use it. */
  users = 0
  #length: number

  constructor(times: Float64Array = new Float64Array(0), length = times.length) {
    this.times = times
    this.#length = length
  }

  /** Whether a chunk that uses the first `at` times may go on with these. */
  accepts(at: number, more: ArrayLike<number>): boolean {
    const known = Math.min(more.length, this.#length - at)
    for (let i = 0; i < known; i += 1) if (this.times[at + i] !== more[i]) return false
    return true
  }

  /** Makes accepted times those after the first `at`. */
  put(at: number, more: Float64Array): void {
    const end = at + more.length
    if (end <= this.#length) return
    if (end > this.times.length) this.times = extended(this.times, end)
    this.times.set(more.subarray(this.#length - at), this.#length)
    this.#length = end
  }

  /** Makes a time the one after the first `at`, unless the list goes on with another one: then it returns false. */
  putOne(at: number, time: number): boolean {
    if (at < this.#length) return this.times[at] === time
    if (at === this.times.length) this.times = extended(this.times, lengthFor(at))
    this.times[at] = time
    this.#length = at + 1
    return true
  }

  /** A copy of the first `at` times, for a chunk that goes on with others. */
  upTo(at: number): TimeList {
    return new TimeList(extended(this.times.subarray(0, at), lengthFor(at)), at)
  }
}

/** The length of a list that is full and grows sample by sample. */
export function lengthFor(full: number): number {
  return Math.max(16, full + 1, Math.ceil(full * 1.5))
}

export function extended(list: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(length)
  longer.set(list)
  return longer
}
