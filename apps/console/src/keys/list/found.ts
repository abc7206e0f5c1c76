import type { Key } from '@sluice/contract'
import type { Health } from '../health/health.ts'
import type { KeyFilters } from '../query.ts'
import { sorted } from './sort.ts'

/** What the browser knows of a key beside its record. */
export interface Knowledge {
  readonly health: (key: Key) => readonly Health[]
  /** Calls of the last days. */
  readonly calls: (key: Key) => number
}

/** The keys that fit the filters, in the order asked for. */
export function foundKeys(
  keys: readonly Key[],
  { text, keyType, health, sort }: Omit<KeyFilters, 'status'>,
  known: Knowledge,
): Key[] {
  const words = text?.trim().toLowerCase() ?? ''
  const fitting = keys.filter(
    (key) =>
      `${key.name} ${key.id}`.toLowerCase().includes(words) &&
      (keyType === undefined || key.keyType === keyType) &&
      (health === undefined || known.health(key).some(({ kind }) => kind === health)),
  )
  return sorted(fitting, sort, known.calls)
}

const PAGE = 50

/** One page of keys that are all here; the cursor is where the page begins. */
export function pageOf(keys: readonly Key[], cursor: string | null) {
  const start = /^\d{1,6}$/.test(cursor ?? '') ? Number(cursor) : 0
  const end = start + PAGE
  return { items: keys.slice(start, end), nextCursor: end < keys.length ? String(end) : null }
}
