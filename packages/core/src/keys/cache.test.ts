import { describe, expect, test } from 'vitest'
import type { ChangeListener } from '../changes/index.ts'
import { cacheKeys, type KeyCacheOptions } from './cache.ts'
import type { KnownKey } from './known-key.ts'

function keyOf(id: string, { organization = 'acme', name = 'a key' } = {}): KnownKey {
  const record = { id, name, scopes: [], allowedIpCidrs: [] }
  return { actor: { id, organization: { id: organization } }, record } as unknown as KnownKey
}

/** A cache over a database and a change feed that the test controls. */
function setUp(options: Partial<KeyCacheOptions> = {}) {
  const rows = new Map<string, KnownKey>()
  const reads: string[] = []
  let listener: ChangeListener | undefined
  const feed = { current: true }
  const cache = cacheKeys({
    load: async (id) => {
      reads.push(id)
      return rows.get(id) ?? null
    },
    loadAll: async (ids) => {
      reads.push(ids.join(' '))
      return new Map([...rows].filter(([id]) => ids.includes(id)))
    },
    feed: {
      isCurrent: () => feed.current,
      subscribe: (subscriber) => {
        listener = subscriber
      },
    },
    ...options,
  })
  return {
    ...{ cache, rows, reads, feed },
    changed: (table: string, id?: string) => listener?.changed(table, id),
    missed: () => listener?.missed(),
  }
}

test('the key cache reads a key once', async () => {
  const { cache, rows, reads } = setUp()
  rows.set('k', keyOf('k'))
  await cache.find('k')
  expect(cache.find('k')).toBe(rows.get('k'))
  expect(reads).toEqual(['k'])
})

test('concurrent lookups of one key share one read', async () => {
  const { cache, rows, reads } = setUp()
  rows.set('k', keyOf('k'))
  const found = await Promise.all([cache.find('k'), cache.find('k'), cache.find('k')])
  expect(new Set(found)).toEqual(new Set([rows.get('k')]))
  expect(reads).toEqual(['k'])
})

test('the key cache reads a key again after it changed on this node', async () => {
  const { cache, rows } = setUp()
  rows.set('k', keyOf('k'))
  const early = cache.find('k')
  rows.set('k', keyOf('k', { name: 'renamed' }))
  cache.forget('k')
  await early
  expect(cache.recall('k')).toBeUndefined()
  await cache.find('k')
  cache.forget('k')
  expect(cache.recall('k')).toBeUndefined()
})

test('the key cache reads a changed key again, and no other', async () => {
  const { cache, rows, reads, changed } = setUp()
  rows.set('k', keyOf('k')).set('l', keyOf('l'))
  await Promise.all([cache.find('k'), cache.find('l')])
  rows.set('k', keyOf('k', { name: 'renamed' }))
  changed('keys', 'k')
  expect(await cache.find('k')).toMatchObject({ record: { name: 'renamed' } })
  expect(cache.find('l')).toBe(rows.get('l'))
  expect(reads).toEqual(['k', 'l', 'k'])
})

test('the key cache remembers an unknown id until it is created', async () => {
  const { cache, rows, reads, changed } = setUp()
  expect(await cache.find('k')).toBeNull()
  expect(cache.find('k')).toBeNull()
  expect(reads).toEqual(['k'])
  rows.set('k', keyOf('k'))
  changed('keys', 'k')
  expect(await cache.find('k')).toBe(rows.get('k'))
})

test.each([
  ['its key changes', 'keys', 'k'],
  ['any key may have changed', 'keys', undefined],
  ['its organization changes', 'organizations', 'acme'],
] as const)('the key cache does not store a lookup started before %s', async (_, table, id) => {
  const { promise, resolve } = Promise.withResolvers<KnownKey | null>()
  const loads = [promise, Promise.resolve(keyOf('k', { name: 'after' }))]
  const { cache, changed } = setUp({ load: () => loads.shift() ?? Promise.reject(new Error()) })
  const asked = cache.find('k')
  changed(table, id)
  const askedAfter = cache.find('k')
  resolve(keyOf('k', { name: 'before' }))
  expect(await asked).toMatchObject({ record: { name: 'before' } })
  expect(await askedAfter).toMatchObject({ record: { name: 'after' } })
  expect(cache.find('k')).toMatchObject({ record: { name: 'after' } })
})

test('the key cache does not store an id as unknown that was created during its lookup', async () => {
  const { promise, resolve } = Promise.withResolvers<KnownKey | null>()
  const loads = [promise, Promise.resolve(keyOf('k'))]
  const { cache, changed } = setUp({ load: () => loads.shift() ?? Promise.reject(new Error()) })
  const asked = cache.find('k')
  changed('keys', 'k')
  resolve(null)
  expect(await asked).toBeNull()
  expect(await cache.find('k')).toMatchObject({ actor: { id: 'k' } })
})

test('every request reads its key while the change feed is not current', async () => {
  const { cache, rows, reads, feed } = setUp()
  rows.set('k', keyOf('k'))
  await cache.find('k')
  expect(cache.recall('k')).toBe(rows.get('k'))
  feed.current = false
  expect(cache.recall('k')).toBeUndefined()
  const before = cache.find('k')
  rows.delete('k')
  expect(await cache.find('k')).toBeNull()
  await before
  expect(reads).toEqual(['k', 'k', 'k'])
})

test('while the change feed is not current, lookups that come during one share the next', async () => {
  const { cache, rows, reads, feed } = setUp()
  feed.current = false
  const first = cache.find('k')
  const others = Array.from({ length: 40 }, () => cache.find('k'))
  rows.set('k', keyOf('k'))
  expect(await first).toBeNull()
  expect(new Set(await Promise.all(others))).toEqual(new Set([rows.get('k')]))
  expect(reads).toEqual(['k', 'k'])
})

test('a key read while the change feed is not current is not cached', async () => {
  const { cache, rows, reads, feed } = setUp()
  rows.set('k', keyOf('k'))
  feed.current = false
  const asked = cache.find('k')
  feed.current = true
  await asked
  await cache.find('k')
  expect(reads).toEqual(['k', 'k'])
})

test('a lost connection empties the key cache, including lookups in progress', async () => {
  const { cache, rows, reads, missed } = setUp()
  rows.set('k', keyOf('k')).set('l', keyOf('l'))
  await cache.find('k')
  await cache.find('none')
  const underWay = cache.find('l')
  missed()
  await underWay
  expect(cache.size()).toEqual({ keys: 0, unknown: 0 })
  await Promise.all([cache.find('k'), cache.find('l'), cache.find('none')])
  expect(reads).toEqual(['k', 'none', 'l', 'k', 'l', 'none'])
})

test('a change of an organization invalidates its keys only', async () => {
  const { cache, rows, reads, changed } = setUp()
  rows.set('k', keyOf('k')).set('l', keyOf('l', { organization: 'other' }))
  await Promise.all([cache.find('k'), cache.find('l')])
  changed('organizations', 'acme')
  await Promise.all([cache.find('k'), cache.find('l')])
  expect(reads).toEqual(['k', 'l', 'k'])
})

test('a change of an unnamed organization invalidates every key', async () => {
  const { cache, rows, reads, changed } = setUp()
  rows.set('k', keyOf('k')).set('l', keyOf('l', { organization: 'other' }))
  await Promise.all([cache.find('k'), cache.find('l')])
  changed('organizations')
  await Promise.all([cache.find('k'), cache.find('l')])
  expect(reads).toEqual(['k', 'l', 'k', 'l'])
})

test('a failed key lookup is not cached', async () => {
  const loads = [Promise.reject(new Error('out of reach')), Promise.resolve(keyOf('k'))]
  const { cache } = setUp({ load: () => loads.shift() ?? Promise.reject(new Error()) })
  await expect(cache.find('k')).rejects.toThrow('out of reach')
  expect(await cache.find('k')).toMatchObject({ actor: { id: 'k' } })
})

test('the key cache ignores changes of other tables', async () => {
  const { cache, rows, reads, changed } = setUp()
  rows.set('k', keyOf('k'))
  await cache.find('k')
  changed('things', 'k')
  changed('things', 'acme')
  changed('echo', 'k')
  await cache.find('k')
  expect(reads).toEqual(['k'])
})

test('the key cache keeps the most recently used keys within its bounds', async () => {
  const { cache, rows, reads } = setUp({ maxKeys: 2 })
  for (const id of ['k', 'l', 'm']) rows.set(id, keyOf(id))
  await cache.find('k')
  await cache.find('l')
  await cache.find('k')
  await cache.find('m')
  await cache.find('k')
  expect(cache.size().keys).toBe(2)
  expect(reads).toEqual(['k', 'l', 'm'])
})

test('the key cache is bounded in bytes too', async () => {
  const { cache, rows } = setUp({ maxBytes: 8_000 })
  rows.set('k', keyOf('k', { name: 'n'.repeat(3_000) })).set('l', keyOf('l'))
  await cache.find('k')
  await cache.find('l')
  expect(cache.size().keys).toBe(1)
})

test('lookups of made-up ids evict no key', async () => {
  const { cache, rows, reads } = setUp({ maxKeys: 1, maxUnknown: 3 })
  rows.set('k', keyOf('k'))
  await cache.find('k')
  for (let i = 0; i < 10; i += 1) await cache.find(`made-up-${i}`)
  reads.length = 0
  await cache.find('k')
  expect(reads).toEqual([])
  expect(cache.size()).toEqual({ keys: 1, unknown: 3 })
})

describe('a lookup of many ids', () => {
  test('reads those that are not cached in one statement, and caches them', async () => {
    const { cache, rows, reads } = setUp()
    for (const id of ['k', 'l', 'm']) rows.set(id, keyOf(id))
    await cache.find('k')
    await cache.find('none')
    const found = await cache.findAll(['k', 'l', 'none', 'm', 'made-up'])
    const [k, l, m] = ['k', 'l', 'm'].map((id) => rows.get(id))
    expect([...found].sort()).toEqual([
      ...[
        ['k', k],
        ['l', l],
        ['m', m],
      ],
      ...[
        ['made-up', null],
        ['none', null],
      ],
    ])
    expect(reads).toEqual(['k', 'none', 'l m made-up'])
    expect([cache.find('l'), cache.find('made-up')]).toEqual([l, null])
    expect((await cache.findAll(['k', 'm'])).size).toBe(2)
    expect(reads).toHaveLength(3)
  })

  test('joins lookups of the same keys that are under way', async () => {
    const { cache, rows, reads } = setUp()
    rows.set('k', keyOf('k'))
    const one = cache.find('k')
    expect((await cache.findAll(['k'])).get('k')).toBe(await one)
    expect(reads).toEqual(['k'])
  })

  test('does not cache a key that changed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, KnownKey>>()
    const { cache, changed } = setUp({ loadAll: () => promise })
    const asked = cache.findAll(['k', 'l'])
    changed('keys', 'k')
    resolve(new Map(['k', 'l'].map((id) => [id, keyOf(id)])))
    expect((await asked).size).toBe(2)
    expect([cache.recall('k'), cache.recall('l')?.actor.id]).toEqual([undefined, 'l'])
  })

  test('reads all of them while the change feed is not current', async () => {
    const { cache, rows, reads, feed } = setUp()
    rows.set('k', keyOf('k'))
    await cache.find('k')
    feed.current = false
    expect((await cache.findAll(['k'])).get('k')).toBe(rows.get('k'))
    expect(reads).toEqual(['k', 'k'])
  })

  test('that fails is not cached', async () => {
    const { cache, rows } = setUp({ loadAll: () => Promise.reject(new Error('out of reach')) })
    rows.set('k', keyOf('k'))
    await expect(cache.findAll(['k', 'l'])).rejects.toThrow('out of reach')
    expect(await cache.find('k')).toBe(rows.get('k'))
  })
})
