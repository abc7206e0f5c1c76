/** A batch of an organization's queued items. */
export interface Batch<Value> {
  readonly organizationId: string
  readonly items: readonly (readonly [id: string, value: Value])[]
}

interface Waiting<Value> {
  readonly items: Map<string, Value>
  /** A live iterator, so that taking a few of many items is cheap. */
  readonly entries: MapIterator<[string, Value]>
}

/**
 * A queue by organization and id. An item added again replaces the queued one and keeps its place. Organizations take
 * turns, a batch each, so an organization with many items delays only itself.
 */
export class BatchesInTurn<Value> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting<Value>>()
  #size = 0

  /** The number of queued items. */
  get size(): number {
    return this.#size
  }

  /** In the order of their turns. */
  organizations(): string[] {
    return [...this.#waiting.keys()]
  }

  /** What is queued for an item. */
  get(organizationId: string, id: string): Value | undefined {
    return this.#waiting.get(organizationId)?.items.get(id)
  }

  add(organizationId: string, id: string, value: Value): void {
    const { items } = this.#of(organizationId)
    if (!items.has(id)) this.#size += 1
    items.set(id, value)
  }

  /** Requeues items that could not be processed, unless newer ones were added since. */
  putBack({ organizationId, items: back }: Batch<Value>): void {
    for (const [id, value] of back) {
      if (!this.#waiting.get(organizationId)?.items.has(id)) this.add(organizationId, id, value)
    }
  }

  /** Takes at most this many items of an organization (by default the next one), which then goes to the end of the line. */
  take(most: number, organizationId = this.#next()): Batch<Value> {
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
