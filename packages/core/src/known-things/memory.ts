import { LRUCache } from 'lru-cache'

/** Rows that a node remembers, by text that names them. */
export interface Memory<Row> {
  /** What is remembered; else what a lookup answers, which is then remembered. */
  find(key: string): Row | null | Promise<Row | null>
  forget(key: string): void
  /** Forgets what `wanted` chooses, and whatever is being looked up. */
  forgetWhere(wanted: (key: string, row: Row) => boolean): void
  forgetAll(): void
  size(): number
}

export interface MemoryOptions<Row> {
  readonly load: (key: string) => Promise<Row | null>
  /** While false nothing remembered counts: every lookup goes to the database, and is not kept. */
  readonly isCurrent: () => boolean
  readonly max: number
}

/**
 * A row may change while it is being looked up, so the lookup may have read the old row. A change therefore
 * takes the lookup off the list of lookups, and only a lookup that is still listed is kept; whoever waits
 * for it gets its result all the same. Missing rows are not remembered, so a new row need not be announced.
 */
export function remember<Row extends object>(options: MemoryOptions<Row>): Memory<Row> {
  const { load, isCurrent, max } = options
  const rows = new LRUCache<string, Row>({ max })
  const lookups = new Map<string, Promise<Row | null>>()

  function lookUp(key: string): Promise<Row | null> {
    const lookup = load(key)
    lookups.set(key, lookup)
    const end = (found?: Row | null) => {
      if (lookups.get(key) !== lookup) return
      lookups.delete(key)
      if (found) rows.set(key, found)
    }
    lookup.then(end, () => end())
    return lookup
  }

  return {
    find(key) {
      if (!isCurrent()) return load(key)
      return rows.get(key) ?? lookups.get(key) ?? lookUp(key)
    },
    forget(key) {
      rows.delete(key)
      lookups.delete(key)
    },
    forgetWhere(wanted) {
      for (const [key, row] of rows.entries()) {
        if (wanted(key, row)) rows.delete(key)
      }
      lookups.clear()
    },
    forgetAll() {
      rows.clear()
      lookups.clear()
    },
    size: () => rows.size,
  }
}
