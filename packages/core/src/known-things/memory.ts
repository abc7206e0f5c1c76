import { LRUCache } from 'lru-cache'
import { Marks } from '../changes/index.ts'

/** Rows that a node remembers, by text that names them. */
export interface Memory<Row> {
  /** What is remembered; else what a lookup answers, which is then remembered. */
  find(key: string): Row | null | Promise<Row | null>
  forget(key: string): void
  /** Forgets the rows of a group, and whatever is being looked up: in one step, however many rows there are. */
  forgetGroup(group: string): void
  forgetAll(): void
  size(): number
}

export interface MemoryOptions<Row> {
  readonly load: (key: string) => Promise<Row | null>
  /** While false nothing remembered counts: every lookup goes to the database, and is not kept. */
  readonly isCurrent: () => boolean
  /** The groups that a row is forgotten with. */
  readonly groupsOf: (key: string, row: Row) => readonly string[]
  readonly max: number
  /** Bytes of a row in memory, roughly, and how many there may be of all. */
  readonly bytes?: { readonly max: number; readonly of: (row: Row) => number }
}

interface Entry<Row> {
  readonly row: Row
  readonly groups: readonly string[]
  /** Of the marks: no group had changed since it was read. */
  checkedAt: number
}

/**
 * A row may change while it is being looked up, so the lookup may have read the old row. A change therefore
 * takes the lookup off the list of lookups, and only a lookup that is still listed is kept; whoever waits
 * for it gets its result all the same. Missing rows are not remembered, so a new row need not be announced.
 */
export function remember<Row extends object>(options: MemoryOptions<Row>): Memory<Row> {
  const { load, isCurrent, groupsOf, max, bytes } = options
  const rows = new LRUCache<string, Entry<Row>>({
    max,
    ...(bytes && { maxSize: bytes.max, sizeCalculation: ({ row }) => bytes.of(row) }),
  })
  const marks = new Marks()
  const lookups = new Map<string, { readonly found: Promise<Row | null>; readonly at: number }>()

  function lookUp(key: string): Promise<Row | null> {
    const lookup = { found: load(key), at: marks.now }
    lookups.set(key, lookup)
    const end = (row?: Row | null) => {
      if (lookups.get(key) !== lookup) return
      lookups.delete(key)
      if (row) rows.set(key, { row, groups: groupsOf(key, row), checkedAt: lookup.at })
    }
    lookup.found.then(end, () => end())
    return lookup.found
  }

  function recall(key: string): Row | undefined {
    const entry = rows.get(key)
    if (entry === undefined) return undefined
    if (marks.unchanged(entry.checkedAt, entry.groups)) {
      entry.checkedAt = marks.now
      return entry.row
    }
    rows.delete(key)
    return undefined
  }

  return {
    find(key) {
      if (!isCurrent()) return load(key)
      const row = recall(key)
      if (row !== undefined) return row
      const lookup = lookups.get(key)
      // Of which groups the row is nobody knows yet.
      return lookup?.at === marks.now ? lookup.found : lookUp(key)
    },
    forget(key) {
      rows.delete(key)
      lookups.delete(key)
    },
    forgetGroup: (group) => marks.change(group),
    forgetAll() {
      rows.clear()
      lookups.clear()
    },
    size: () => rows.size,
  }
}
