/**
 * A change by one node, or by hand in SQL, takes effect on every node once it is notified. A node without notifications
 * uses its cache for at most TRUST_MS.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheKeys } from '../keys/cache.ts'
import { mintKeyString } from '../keys/key-string.ts'
import { loadKey, loadKeys } from '../keys/known.ts'
import { openChangeFeed } from './index.ts'
import { fragileLink } from './testing/fragile-link.ts'
import { listening, notified } from './testing/notified.ts'
import { openNodes, remembered, verify } from './testing/open-nodes.ts'
import { TRUST_MS } from './trust.ts'

let at: Awaited<ReturnType<typeof openNodes>>
beforeAll(async () => {
  at = await openNodes()
})
const feeds = () => at.nodes.map(({ changes }) => changes)
beforeEach(() => listening(feeds()))
afterAll(() => at.close())

test('a cached key needs no query', async () => {
  const { key } = await at.warmKey()
  const queries = at.nodes.map((node) => vi.spyOn(node.db.key, 'findUnique'))
  for (let i = 0; i < 50; i += 1) await at.everywhere(key, 'read:#')
  for (const query of queries) {
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  }
})

test('an unknown key id is cached, and found on every node once it is created', async () => {
  const { id, keyString } = mintKeyString('External')
  await at.everywhere(keyString, 'key-unknown')
  const query = vi.spyOn(at.first.db.key, 'findUnique')
  for (let i = 0; i < 10; i += 1) expect(await verify(at.first, keyString)).toBe('key-unknown')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  const other = await at.mint()
  await at.sql.query(`UPDATE keys SET id = $1 WHERE id = $2`, [id, other.id])
  const secondKey = await at.mint(at.nodes[1])
  await at.everywhere(secondKey.key, 'read:#')
  for (const node of at.nodes) expect(await node.knownKeys.find(id)).not.toBeNull()
})

describe('once announced to every node,', () => {
  test('a revocation takes effect', async () => {
    const { id, key } = await at.warmKey()
    await at.act('keys.revoke', { params: { keyId: id } })
    await at.everywhere(key, 'key-revoked')
  })

  test('a change of scopes takes effect', async () => {
    const { id, key } = await at.warmKey()
    const scopes = [{ action: 'write' as const, resourceFilter: 'THING/#/#' }]
    await at.act('keys.update', { params: { keyId: id }, body: { scopes } })
    await at.everywhere(key, 'write:THING/#/#')
  })

  test('a change of the allow-list takes effect', async () => {
    const { id, key } = await at.warmKey()
    await at.act('keys.update', {
      params: { keyId: id },
      body: { allowedIpCidrs: ['198.51.100.0/24'] },
    })
    await at.everywhere(key, 'address-not-allowed')
    await at.act('keys.update', {
      params: { keyId: id },
      body: { allowedIpCidrs: ['192.0.2.0/24'] },
    })
    await at.everywhere(key, 'read:#')
  })

  test('a change of the expiry takes effect and is checked on every request', async () => {
    const { id, key } = await at.warmKey()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await at.act('keys.update', {
      params: { keyId: id },
      body: { expiresAt: expiresAt.toISOString() },
    })
    await at.everywhere(key, 'key-expired', expiresAt)
    await at.everywhere(key, 'read:#', new Date(expiresAt.getTime() - 1))
  })

  test.each([
    ['an update', `UPDATE keys SET "revokedAt" = now() WHERE id = $1`, 'key-revoked'],
    ['a deletion', `DELETE FROM keys WHERE id = $1`, 'key-unknown'],
    ['a new digest', `UPDATE keys SET digest = sha256('other') WHERE id = $1`, 'key-unknown'],
    [
      'an update in a session that skips triggers, as replication does',
      `WITH skip AS (SELECT set_config('session_replication_role', 'replica', false))
       UPDATE keys SET "revokedAt" = now() FROM skip WHERE id = $1`,
      'key-revoked',
    ],
  ])('%s by hand in SQL takes effect', async (_, statement, answer) => {
    const { id, key } = await at.warmKey()
    await at.sql.query(statement, [id])
    await at.sql.query(`RESET session_replication_role`)
    await at.everywhere(key, answer)
  })

  test('a new number of the organization takes effect', async () => {
    const { id } = await at.warmKey()
    await at.sql.query(`UPDATE organizations SET number = 4242 WHERE id = 'acme'`)
    await at.allNotified()
    for (const node of at.nodes) {
      const key = await node.knownKeys.find(id)
      expect(key?.actor.organization.number).toBe(4242)
    }
  })

  test('a truncation of the table takes effect', async () => {
    const { key } = await at.warmKey()
    await at.sql.query('TRUNCATE keys CASCADE')
    await at.everywhere(key, 'key-unknown')
  })
})

test('recording the use of a key does not invalidate its cache entry', async () => {
  const { id, key } = await at.warmKey()
  const query = vi.spyOn(at.first.db.key, 'findUnique')
  at.first.lastSeen.keyUsed('acme', id, new Date(), '192.0.2.1')
  await at.first.lastSeen.flush()
  const { rows } = await at.sql.query(`SELECT "lastUsedIp" FROM keys WHERE id = $1`, [id])
  expect(rows).toEqual([{ lastUsedIp: '192.0.2.1' }])
  await at.allNotified()
  query.mockClear()
  expect(await verify(at.first, key)).toBe('read:#')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('a change of any other column is announced, even of one added later', async () => {
  await at.sql.query('ALTER TABLE keys ADD COLUMN later int')
  const { id } = await at.warmKey()
  await at.sql.query('UPDATE keys SET later = 1, "lastUsedAt" = now() WHERE id = $1', [id])
  await at.allNotified()
  for (const node of at.nodes) expect(node.knownKeys.find(id)).toBeInstanceOf(Promise)
  await at.sql.query('ALTER TABLE keys DROP COLUMN later')
})

test('no request is admitted from the cache after Postgres ends the listening connections', async () => {
  const { id, key } = await at.warmKey()
  await at.sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query IN ('SELECT 1', 'LISTEN sluice_changes')`,
  )
  await at.sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [id])
  for (const node of at.nodes) {
    await expect.poll(() => verify(node, key)).toBe('key-revoked')
  }
  await listening(feeds())
  await at.everywhere(key, 'key-revoked')
})

describe('a node whose listening connection', () => {
  /** A node whose listening connection, and only that, uses a link that the test can break. */
  async function fragileNode() {
    const link = await fragileLink(at.url)
    const { db, addresses } = at.first
    let now = 0
    const changes = openChangeFeed(link.url, db, () => ({ steady: now, wall: now }))
    const load = vi.fn((id: string) => loadKey(db, id))
    const knownKeys = cacheKeys({ load, loadAll: (ids) => loadKeys(db, ids), feed: changes })
    const node = { peppers: at.peppers, changes, knownKeys, addresses }
    await listening([changes])
    return {
      ...{ node, link, load },
      /** Earlier notifications have arrived, and the key is cached. */
      async remember(id: string) {
        await notified(db, [changes])
        await remembered([node], id)
      },
      passTime(ms: number) {
        now += ms
      },
      async [Symbol.asyncDispose]() {
        await changes.close()
        await link.close()
      },
    }
  }

  test('is cut queries the database on every request until it listens again', async () => {
    await using fragile = await fragileNode()
    const { node, link, load } = fragile
    const [revoked, kept] = [await at.mint(), await at.mint()]
    await fragile.remember(revoked.id)
    link.cut()
    await expect.poll(() => node.changes.isCurrent()).toBe(false)
    expect(node.knownKeys.size()).toEqual({ keys: 0, unknown: 0 })
    expect(node.changes.fault()).toBeInstanceOf(Error)
    await at.sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [revoked.id])
    expect(await verify(node, revoked.key)).toBe('key-revoked')
    load.mockClear()
    for (let i = 0; i < 3; i += 1) expect(await verify(node, kept.key)).toBe('read:#')
    expect(load).toHaveBeenCalledTimes(3)
    link.mend()
    await listening([node.changes])
    expect(node.changes.fault()).toBeUndefined()
    await fragile.remember(kept.id)
    load.mockClear()
    for (let i = 0; i < 3; i += 1) expect(await verify(node, kept.key)).toBe('read:#')
    expect(load).not.toHaveBeenCalled()
    expect(await verify(node, revoked.key)).toBe('key-revoked')
  })

  test('is half-open admits nothing from its cache after TRUST_MS', async () => {
    await using fragile = await fragileNode()
    const { node, link } = fragile
    const { id, key } = await at.mint()
    await fragile.remember(id)
    link.freeze()
    await at.sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [id])
    fragile.passTime(TRUST_MS)
    expect(node.changes.isCurrent()).toBe(false)
    for (let i = 0; i < 20; i += 1) expect(await verify(node, key)).toBe('key-revoked')
  })
})

test('keys of old pepper versions verify, and new keys use the newest', async () => {
  const second = randomBytes(32).toString('hex')
  const old = await at.mint()
  const [both, newOnly] = [
    at.open({ peppers: new Map([...at.peppers, [2, second]]) }),
    at.open({ peppers: new Map([[2, second]]) }),
  ]
  try {
    const fresh = await at.mint(both)
    const { rows } = await at.sql.query(`SELECT "pepperVersion" FROM keys WHERE id = ANY($1)`, [
      [old.id, fresh.id],
    ])
    expect(rows.map((row) => row.pepperVersion).sort()).toEqual([1, 2])
    expect(await verify(both, old.key)).toBe('read:#')
    expect(await verify(both, fresh.key)).toBe('read:#')
    expect(await verify(newOnly, old.key)).toBe('key-unknown')
    expect(await verify(newOnly, fresh.key)).toBe('read:#')
  } finally {
    await Promise.all([both.close(), newOnly.close()])
  }
})
