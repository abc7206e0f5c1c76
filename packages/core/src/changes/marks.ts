/** Groups whose last change is kept. If there are more, everything read before the oldest of these counts as changed. */
const MAX_GROUPS = 50_000

/**
 * When groups of cached rows last changed, such as all of an organization, or all things of a site. A change takes one
 * step, however many rows are cached: a row is compared with its groups on its next use.
 */
export class Marks {
  readonly #most: number
  /** Ordered by last change. */
  readonly #changed = new Map<string, number>()
  #now = 0
  #oldest = 0

  constructor(most = MAX_GROUPS) {
    this.#most = most
  }

  /** A mark for rows read from now on, which include all changes so far. */
  get now(): number {
    return this.#now
  }

  change(group: string): void {
    this.#now += 1
    this.#changed.delete(group)
    this.#changed.set(group, this.#now)
    if (this.#changed.size <= this.#most) return
    const [first, at] = this.#changed.entries().next().value ?? ['', 0]
    this.#changed.delete(first)
    this.#oldest = at
  }

  /** Whether none of the groups changed since `then`, an earlier {@link now}. */
  unchanged(then: number, groups: readonly string[]): boolean {
    if (then === this.#now) return true
    if (then < this.#oldest) return false
    return groups.every((group) => (this.#changed.get(group) ?? 0) <= then)
  }
}
