/** Counts the work of a generator that `inSlices` runs, and says when to yield. */
export class Pace {
  readonly #perYield: number
  #work = 0

  constructor(perYield: number) {
    this.#perYield = perYield
  }

  /** Adds work. Returns whether it is time to yield. */
  isOver(work = 1): boolean {
    this.#work += work
    if (this.#work < this.#perYield) return false
    this.#work = 0
    return true
  }
}
