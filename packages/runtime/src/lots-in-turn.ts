/** Some of what waits of one organization. */
export interface Lot<Value> {
  readonly organizationId: string
  readonly items: readonly (readonly [id: string, value: Value])[]
}

interface Waiting<Value> {
  readonly items: Map<string, Value>
  /** Goes on behind what was taken, so that taking a few of many is cheap. */
  readonly entries: MapIterator<[string, Value]>
}

/**
 * What waits, by organization and id. What comes again while it waits is replaced, and keeps its place. Organizations take turns,
 * a lot each: one of which much waits keeps only itself waiting.
 */
export class LotsInTurn<Value> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting<Value>>()
  #size = 0

  /** How much waits. */
  get size(): number {
    return this.#size
  }

  /** In the order of their turns. */
  organizations(): string[] {
    return [...this.#waiting.keys()]
  }

  add(organizationId: string, id: string, value: Value): void {
    const { items } = this.#of(organizationId)
    if (!items.has(id)) this.#size += 1
    items.set(id, value)
  }

  /** Takes back what could not be done. What came since is newer. */
  putBack({ organizationId, items: back }: Lot<Value>): void {
    for (const [id, value] of back) {
      if (!this.#waiting.get(organizationId)?.items.has(id)) this.add(organizationId, id, value)
    }
  }

  /** At most so many of an organization, the next one if none is named, whose next turn is behind all others'. */
  take(most: number, organizationId = this.#next()): Lot<Value> {
    const waiting = this.#waiting.get(organizationId)
    if (!waiting) return { organizationId, items: [] }
    const items: [string, Value][] = []
    while (items.length < most) {
      const { value: item } = waiting.entries.next()
      if (!item) break
      waiting.items.delete(item[0])
      items.push(item)
    }
    this.#size -= items.length
    this.#waiting.delete(organizationId)
    if (waiting.items.size > 0) this.#waiting.set(organizationId, waiting)
    return { organizationId, items }
  }

  #next(): string {
    return this.#waiting.keys().next().value ?? ''
  }

  #of(organizationId: string): Waiting<Value> {
    const known = this.#waiting.get(organizationId)
    if (known) return known
    const items = new Map<string, Value>()
    const made = { items, entries: items.entries() }
    this.#waiting.set(organizationId, made)
    return made
  }
}
