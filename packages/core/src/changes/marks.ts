/** Groups of which it is kept when they last changed. Of the others all that was read before the oldest of these counts as changed. */
const MOST = 50_000

/**
 * When groups of remembered rows changed: all of an organization, all things of a site. A change costs one step, however many
 * rows are remembered: a row is compared with its groups when it is next asked for.
 */
export class Marks {
  readonly #most: number
  /** In the order of their last change. */
  readonly #changed = new Map<string, number>()
  #now = 0
  #oldest = 0

  constructor(most = MOST) {
    this.#most = most
  }

  /** What is read from now on has seen all changes so far. */
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

  /** Whether none of the groups changed since `then`, which was {@link now} once. */
  unchanged(then: number, groups: readonly string[]): boolean {
    if (then === this.#now) return true
    if (then < this.#oldest) return false
    return groups.every((group) => (this.#changed.get(group) ?? 0) <= then)
  }
}
