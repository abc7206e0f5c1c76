/**
 * The keys that this node remembers. An entry counts only while the change feed is current; then it is at
 * most TRUST_MS behind the database. Otherwise every lookup goes to the database, and nothing is kept; the
 * lookups of one key are then two at once at most, since those that come meanwhile share the next one.
 *
 * A key may change while it is being looked up, so the lookup may have read its old row. A change therefore
 * takes the lookup off the list of lookups, and only a lookup that is still listed is kept; whoever waits
 * for it gets its result all the same. Keys and unknown ids are bounded separately, so that made-up ids
 * evict no key.
 */
import { coalesce } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import type { ChangeFeed } from '../changes/index.ts'
import type { KnownKey, KnownKeys } from './known-key.ts'

export interface KeyCacheOptions {
  readonly load: (id: string) => Promise<KnownKey | null>
  readonly feed: Pick<ChangeFeed, 'isCurrent' | 'subscribe'>
  readonly maxKeys?: number
  readonly maxBytes?: number
  readonly maxUnknown?: number
}

const MEBIBYTE = 1024 * 1024

/** Keys whose lookups are shared while the feed is not current. One that falls out is only read once more. */
const MOST_UNTRUSTING = 1_000

export function cacheKeys(options: KeyCacheOptions): KnownKeys {
  const { load, feed, maxKeys = 100_000, maxBytes = 256 * MEBIBYTE, maxUnknown = 10_000 } = options
  const keys = new LRUCache<string, KnownKey>({
    max: maxKeys,
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
  })
  const unknown = new LRUCache<string, true>({ max: maxUnknown })
  const lookups = new Map<string, Promise<KnownKey | null>>()
  const untrusting = new LRUCache<string, () => Promise<KnownKey | null>>({ max: MOST_UNTRUSTING })

  function lookUp(id: string): Promise<KnownKey | null> {
    const lookup = load(id)
    lookups.set(id, lookup)
    const end = (found?: KnownKey | null) => {
      if (lookups.get(id) !== lookup) return
      lookups.delete(id)
      if (found) keys.set(id, found)
      else if (found === null) unknown.set(id, true)
    }
    lookup.then(end, () => end())
    return lookup
  }

  function lookUpAnew(id: string): Promise<KnownKey | null> {
    const lookup = untrusting.get(id) ?? coalesce(() => load(id))
    untrusting.set(id, lookup)
    return lookup()
  }

  function forget(id: string) {
    keys.delete(id)
    unknown.delete(id)
    lookups.delete(id)
  }

  function forgetAll() {
    keys.clear()
    unknown.clear()
    lookups.clear()
  }

  function forgetOrganization(id: string) {
    for (const [keyId, key] of keys.entries()) {
      if (key.actor.organization.id === id) keys.delete(keyId)
    }
    lookups.clear()
  }

  feed.subscribe({
    missed: forgetAll,
    changed(table, id) {
      if (table === 'keys' && id !== undefined) forget(id)
      else if (table === 'organizations' && id !== undefined) forgetOrganization(id)
      else if (table === 'keys' || table === 'organizations') forgetAll()
    },
  })

  function peek(id: string): KnownKey | null | undefined {
    if (!feed.isCurrent()) return undefined
    return keys.get(id) ?? (unknown.get(id) ? null : undefined)
  }

  return {
    find(id) {
      if (!feed.isCurrent()) return lookUpAnew(id)
      const known = peek(id)
      return known === undefined ? (lookups.get(id) ?? lookUp(id)) : known
    },
    peek,
    recall: (id) => (feed.isCurrent() ? keys.get(id) : undefined),
    forget,
    size: () => ({ keys: keys.size, unknown: unknown.size }),
  }
}

/** Bytes in memory, roughly: a key with few scopes is near the constant, its longest parts are text. */
function sizeOf({ record }: KnownKey): number {
  return 1_500 + 2 * JSON.stringify([record.name, record.scopes, record.allowedIpCidrs]).length
}
