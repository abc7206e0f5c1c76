/**
 * The keys that this node caches. An entry is valid only while the change feed is current; then it is at most TRUST_MS
 * behind the database. Otherwise every lookup goes to the database and is not cached. At most two lookups of a key then
 * run at a time: those that arrive meanwhile share the next one.
 *
 * A key may change during its lookup, which may then have read the old row. So a change removes the lookup from the
 * list, and only listed lookups are cached; waiters still get the result. Keys and unknown ids are bounded separately,
 * so made-up ids evict no keys.
 */
import { coalesce } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import { type ChangeFeed, Marks } from '../changes/index.ts'
import type { KnownKey, KnownKeys } from './known-key.ts'

export interface KeyCacheOptions {
  readonly load: (id: string) => Promise<KnownKey | null>
  /** Keys by id, without those that do not exist. */
  readonly loadAll: (ids: readonly string[]) => Promise<ReadonlyMap<string, KnownKey>>
  readonly feed: Pick<ChangeFeed, 'isCurrent' | 'subscribe'>
  readonly maxKeys?: number
  readonly maxBytes?: number
  readonly maxUnknown?: number
}

const MEBIBYTE = 1024 * 1024

/** Keys whose lookups are shared while the feed is not current. Evicting one only costs another read. */
const MAX_UNTRUSTING = 1_000

interface Entry {
  readonly key: KnownKey
  /** A mark: up to then, its organization had not changed since the read. */
  checkedAt: number
}

interface Lookup {
  readonly found: Promise<KnownKey | null>
  readonly at: number
}

export function cacheKeys(options: KeyCacheOptions): KnownKeys {
  const {
    load,
    loadAll,
    feed,
    maxKeys = 100_000,
    maxBytes = 256 * MEBIBYTE,
    maxUnknown = 10_000,
  } = options
  const keys = new LRUCache<string, Entry>({
    max: maxKeys,
    maxSize: maxBytes,
    sizeCalculation: ({ key }) => sizeOf(key),
  })
  /** Marks of organizations. */
  const marks = new Marks()
  const unknown = new LRUCache<string, true>({ max: maxUnknown })
  const lookups = new Map<string, Lookup>()
  const untrusting = new LRUCache<string, () => Promise<KnownKey | null>>({ max: MAX_UNTRUSTING })

  function lookUp(id: string, found: Promise<KnownKey | null>): Promise<KnownKey | null> {
    const lookup = { found, at: marks.now }
    lookups.set(id, lookup)
    const end = (key?: KnownKey | null) => {
      if (lookups.get(id) !== lookup) return
      lookups.delete(id)
      if (key) keys.set(id, { key, checkedAt: lookup.at })
      else if (key === null) unknown.set(id, true)
    }
    lookup.found.then(end, () => end())
    return lookup.found
  }

  /** The lookup of an id that is under way, unless something has changed since: the key's organization is not known yet. */
  function underWay(id: string): Promise<KnownKey | null> | undefined {
    const lookup = lookups.get(id)
    return lookup?.at === marks.now ? lookup.found : undefined
  }

  /** Ids that are neither cached nor being looked up share one statement. */
  async function findAll(ids: readonly string[]): Promise<ReadonlyMap<string, KnownKey | null>> {
    const isCurrent = feed.isCurrent()
    const found = new Map<string, KnownKey | null | Promise<KnownKey | null>>()
    for (const id of ids) {
      const known = peek(id)
      const one = known === undefined && isCurrent ? underWay(id) : known
      if (one !== undefined) found.set(id, one)
    }
    const missing = ids.filter((id) => !found.has(id))
    const loaded = missing.length > 0 ? loadAll(missing) : Promise.resolve(new Map())
    for (const id of missing) {
      const one = loaded.then((keys) => keys.get(id) ?? null)
      found.set(id, isCurrent ? lookUp(id, one) : one)
    }
    const entries = [...found].map(async ([id, one]) => [id, await one] as const)
    return new Map(await Promise.all(entries))
  }

  function recall(id: string): KnownKey | undefined {
    const entry = keys.get(id)
    if (entry === undefined) return undefined
    const { key, checkedAt } = entry
    if (checkedAt === marks.now) return key
    if (marks.unchanged(checkedAt, [key.actor.organization.id])) {
      entry.checkedAt = marks.now
      return key
    }
    keys.delete(id)
    return undefined
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

  feed.subscribe({
    missed: forgetAll,
    changed(table, id) {
      if (table === 'keys' && id !== undefined) forget(id)
      else if (table === 'organizations' && id !== undefined) marks.change(id)
      else if (table === 'keys' || table === 'organizations') forgetAll()
    },
  })

  function peek(id: string): KnownKey | null | undefined {
    if (!feed.isCurrent()) return undefined
    return recall(id) ?? (unknown.get(id) ? null : undefined)
  }

  return {
    find(id) {
      if (!feed.isCurrent()) return lookUpAnew(id)
      const known = peek(id)
      if (known !== undefined) return known
      return underWay(id) ?? lookUp(id, load(id))
    },
    findAll,
    peek,
    recall: (id) => (feed.isCurrent() ? recall(id) : undefined),
    forget,
    size: () => ({ keys: keys.size, unknown: unknown.size }),
  }
}

/** Approximate bytes in memory: a key with few scopes is near the constant, and its longest parts are text. */
function sizeOf({ record }: KnownKey): number {
  return 1_500 + 2 * JSON.stringify([record.name, record.scopes, record.allowedIpCidrs]).length
}
