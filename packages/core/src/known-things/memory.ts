import { LRUCache } from 'lru-cache'
import { Marks } from '../changes/index.ts'

/** A cache of rows by key. */
export interface Memory<Row> {
  /** The cached row, else the result of a lookup, which is then cached. */
  find(key: string): Row | null | Promise<Row | null>
  forget(key: string): void
  /** Invalidates the rows of a group, and all lookups in flight, in constant time. */
  forgetGroup(group: string): void
  forgetAll(): void
  size(): number
}

export interface MemoryOptions<Row> {
  readonly load: (key: string) => Promise<Row | null>
  /** While false, nothing cached is valid: every lookup goes to the database and is not cached. */
  readonly isCurrent: () => boolean
  /** The groups with which a row is invalidated. */
  readonly groupsOf: (key: string, row: Row) => readonly string[]
  readonly max: number
  /** Approximate bytes of a row, and the limit for all rows together. */
  readonly bytes?: { readonly max: number; readonly of: (row: Row) => number }
}

interface Entry<Row> {
  readonly row: Row
  readonly groups: readonly string[]
  /** A mark: up to then, no group had changed since the read. */
  checkedAt: number
}

/**
 * A row may change during its lookup, which may then have read the old one. So a change removes the lookup from the
 * list, and only listed lookups are cached; waiters still get the result. Missing rows are not cached, so new rows need
 * no notification.
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
      // A lookup is only joined if nothing has changed since: the row's groups are not known yet.
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
