/**
 * What one node changes, or a person with a SQL prompt, counts on every node within a second; a node that
 * cannot hear of changes lets nothing in on what it remembers.
 */
import { randomBytes } from 'node:crypto'
import type { Call } from '@sluice/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openCore } from '../core.ts'
import { cacheKeys } from '../keys/cache.ts'
import type { Peppers } from '../keys/digest.ts'
import { mintKeyString } from '../keys/key-string.ts'
import { loadKey } from '../keys/known.ts'
import { verifyKey } from '../keys/verify.ts'
import { actForOrganization } from '../organizations/act-for.ts'
import { createOrganization } from '../organizations/create.ts'
import { Problem } from '../problem.ts'
import { perform } from '../run.ts'
import { openChangeFeed } from './index.ts'
import { fragileLink } from './testing/fragile-link.ts'
import { ownDatabase } from './testing/own-database.ts'

type Node = ReturnType<typeof openCore>
type Verifier = Pick<Node, 'knownKeys' | 'peppers'>

const WITHIN_A_SECOND = { timeout: 1_000, interval: 2 }
const peppers: Peppers = new Map([[1, randomBytes(32).toString('hex')]])

let database: Awaited<ReturnType<typeof ownDatabase>>
let sql: Client
let nodes: Node[]

function open(options: Partial<Parameters<typeof openCore>[0]> = {}): Node {
  const clickhouseUrl = inject('clickhouseUrl')
  return openCore({ databaseUrl: database.url, clickhouseUrl, peppers, ...options })
}

beforeAll(async () => {
  database = await ownDatabase(inject('databaseUrl'))
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  nodes = [open(), open(), open()]
  await createOrganization(first(), { id: 'acme', name: 'Acme' })
})
beforeEach(() => listening(nodes))
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await sql.end()
  await database.drop()
})

function first(): Node {
  const [node] = nodes
  if (!node) throw new Error('no node')
  return node
}

async function listening(of: Pick<Node, 'changes'>[]) {
  await vi.waitFor(() => expect(of.every(({ changes }) => changes.isCurrent())).toBe(true), 10_000)
}

async function act<Name extends 'keys.create' | 'keys.update' | 'keys.revoke'>(
  name: Name,
  call: Call<Name>,
  node = first(),
) {
  const actor = await actForOrganization(node, 'test', 'acme')
  if (!actor) throw new Error('no organization')
  return perform(node, { name, actor, call, requestId: 'test', address: null })
}

async function mint(node = first()) {
  const scopes = [{ action: 'read' as const, resourceFilter: '#' }]
  const body = { keyType: 'External' as const, name: 'a key', scopes }
  return act('keys.create', { body }, node)
}

/** The scopes that a key is let in with, or the code of its refusal. */
async function verify(node: Verifier, key: string, now = new Date()) {
  try {
    // One connection a node, so that what a connection proved is no way around a change either.
    const presented = { keyString: key, address: '192.0.2.1', connection: node }
    const actor = await verifyKey(node, presented, now)
    return actor.scopes.map(({ action, resourceFilter }) => `${action}:${resourceFilter}`).join()
  } catch (error) {
    return error instanceof Problem ? error.code : error
  }
}

/** Waits until every node gives an answer, then asks each again: none goes back. */
async function everywhere(key: string, answer: string, now?: Date) {
  for (const node of nodes) {
    await vi.waitFor(async () => expect(await verify(node, key, now)).toBe(answer), WITHIN_A_SECOND)
  }
  for (const node of nodes) expect(await verify(node, key, now)).toBe(answer)
}

/** A key that every node remembers. */
async function warmKey() {
  const minted = await mint()
  await remembered(nodes, minted.id)
  return minted
}

/** Waits until nodes answer without a lookup: a new key's own announcement may still be on its way. */
async function remembered(of: Verifier[], id: string) {
  for (const node of of) {
    await vi.waitFor(async () => {
      const found = node.knownKeys.find(id)
      await found
      expect(found).not.toBeInstanceOf(Promise)
    }, WITHIN_A_SECOND)
  }
}

test('a key that is remembered costs no query', async () => {
  const { key } = await warmKey()
  const queries = nodes.map((node) => vi.spyOn(node.db.key, 'findUnique'))
  for (let i = 0; i < 50; i += 1) await everywhere(key, 'read:#')
  for (const query of queries) {
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  }
})

test('an unknown id is looked up once, and works on every node when it is created', async () => {
  const { id, keyString } = mintKeyString('External')
  await everywhere(keyString, 'key-unknown')
  const query = vi.spyOn(first().db.key, 'findUnique')
  for (let i = 0; i < 10; i += 1) expect(await verify(first(), keyString)).toBe('key-unknown')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  const other = await mint()
  await sql.query(`UPDATE keys SET id = $1 WHERE id = $2`, [id, other.id])
  const secondKey = await mint(nodes[1])
  await everywhere(secondKey.key, 'read:#')
  await vi.waitFor(async () => {
    for (const node of nodes) expect(await node.knownKeys.find(id)).not.toBeNull()
  }, WITHIN_A_SECOND)
})

describe('takes effect on every node within a second:', () => {
  test('a revocation', async () => {
    const { id, key } = await warmKey()
    await act('keys.revoke', { params: { keyId: id } })
    await everywhere(key, 'key-revoked')
  })

  test('a change of scopes', async () => {
    const { id, key } = await warmKey()
    const scopes = [{ action: 'write' as const, resourceFilter: 'THING/#/#' }]
    await act('keys.update', { params: { keyId: id }, body: { scopes } })
    await everywhere(key, 'write:THING/#/#')
  })

  test('a change of the allow-list', async () => {
    const { id, key } = await warmKey()
    await act('keys.update', {
      params: { keyId: id },
      body: { allowedIpCidrs: ['198.51.100.0/24'] },
    })
    await everywhere(key, 'address-not-allowed')
    await act('keys.update', { params: { keyId: id }, body: { allowedIpCidrs: ['192.0.2.0/24'] } })
    await everywhere(key, 'read:#')
  })

  test('a change of the expiry, which is judged by the clock at every request', async () => {
    const { id, key } = await warmKey()
    const expiresAt = new Date(Date.now() + 3_600_000)
    await act('keys.update', {
      params: { keyId: id },
      body: { expiresAt: expiresAt.toISOString() },
    })
    await everywhere(key, 'key-expired', expiresAt)
    await everywhere(key, 'read:#', new Date(expiresAt.getTime() - 1))
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
  ])('%s by hand in SQL', async (_, statement, answer) => {
    const { id, key } = await warmKey()
    await sql.query(statement, [id])
    await sql.query(`RESET session_replication_role`)
    await everywhere(key, answer)
  })

  test("an organization's new number", async () => {
    const { id } = await warmKey()
    await sql.query(`UPDATE organizations SET number = 4242 WHERE id = 'acme'`)
    await vi.waitFor(async () => {
      for (const node of nodes) {
        const key = await node.knownKeys.find(id)
        expect(key?.actor.organization.number).toBe(4242)
      }
    }, WITHIN_A_SECOND)
  })

  test('a truncation', async () => {
    const { key } = await warmKey()
    await sql.query('TRUNCATE keys CASCADE')
    await everywhere(key, 'key-unknown')
  })
})

test('what a use of the key writes is no change: it stays remembered', async () => {
  const { id, key } = await warmKey()
  const query = vi.spyOn(first().db.key, 'findUnique')
  first().touches.keyUsed(id, new Date(), '192.0.2.1')
  await first().touches.flush()
  const { rows } = await sql.query(`SELECT "lastUsedIp" FROM keys WHERE id = $1`, [id])
  expect(rows).toEqual([{ lastUsedIp: '192.0.2.1' }])
  // A later change is heard after an earlier one: had the use been announced, it would be here by now.
  const later = await warmKey()
  await act('keys.revoke', { params: { keyId: later.id } })
  await everywhere(later.key, 'key-revoked')
  query.mockClear()
  expect(await verify(first(), key)).toBe('read:#')
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('every other column is announced, also one that a later version adds', async () => {
  await sql.query('ALTER TABLE keys ADD COLUMN later int')
  const { id } = await warmKey()
  await sql.query('UPDATE keys SET later = 1, "lastUsedAt" = now() WHERE id = $1', [id])
  await vi.waitFor(() => {
    for (const node of nodes) expect(node.knownKeys.find(id)).toBeInstanceOf(Promise)
  }, WITHIN_A_SECOND)
  await sql.query('ALTER TABLE keys DROP COLUMN later')
})

test('listening connections that Postgres ends: no request is let in on what was known before', async () => {
  const { id, key } = await warmKey()
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query IN ('SELECT 1', 'LISTEN sluice_changes')`,
  )
  await sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [id])
  await everywhere(key, 'key-revoked')
  await listening(nodes)
  await everywhere(key, 'key-revoked')
})

describe('a node whose listening connection', () => {
  /** A node whose listening connection alone leads over a link that the test can break. */
  async function fragileNode() {
    const link = await fragileLink(database.url)
    const { db } = first()
    const changes = openChangeFeed(link.url, db)
    const load = vi.fn((id: string) => loadKey(db, id))
    const node = { peppers, changes, knownKeys: cacheKeys({ load, feed: changes }) }
    await listening([node])
    return {
      ...{ node, link, load },
      async [Symbol.asyncDispose]() {
        await changes.close()
        await link.close()
      },
    }
  }

  test('is cut asks the database at every request, until it listens again', async () => {
    await using fragile = await fragileNode()
    const { node, link, load } = fragile
    const [revoked, kept] = [await mint(), await mint()]
    await remembered([node], revoked.id)
    link.cut()
    await vi.waitFor(() => expect(node.changes.isCurrent()).toBe(false), WITHIN_A_SECOND)
    expect(node.knownKeys.size()).toEqual({ keys: 0, unknown: 0 })
    expect(node.changes.fault()).toBeInstanceOf(Error)
    await sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [revoked.id])
    expect(await verify(node, revoked.key)).toBe('key-revoked')
    load.mockClear()
    for (let i = 0; i < 3; i += 1) expect(await verify(node, kept.key)).toBe('read:#')
    expect(load).toHaveBeenCalledTimes(3)
    link.mend()
    await listening([node])
    expect(node.changes.fault()).toBeUndefined()
    await remembered([node], kept.id)
    load.mockClear()
    for (let i = 0; i < 3; i += 1) expect(await verify(node, kept.key)).toBe('read:#')
    expect(load).not.toHaveBeenCalled()
    expect(await verify(node, revoked.key)).toBe('key-revoked')
  })

  test('is half-open lets nothing in on old knowledge for more than a second', async () => {
    await using fragile = await fragileNode()
    const { node, link } = fragile
    const { id, key } = await mint()
    await remembered([node], id)
    link.freeze()
    await sql.query(`UPDATE keys SET "revokedAt" = now() WHERE id = $1`, [id])
    const acknowledged = performance.now()
    let asked = acknowledged
    for (; (await verify(node, key)) === 'read:#'; asked = performance.now()) {
      expect(asked - acknowledged).toBeLessThan(1_000)
    }
    expect(node.changes.isCurrent()).toBe(false)
    for (let i = 0; i < 20; i += 1) expect(await verify(node, key)).toBe('key-revoked')
  })
})

test('old pepper versions verify, new keys use the newest', async () => {
  const second = randomBytes(32).toString('hex')
  const old = await mint()
  const [both, newOnly] = [
    open({ peppers: new Map([...peppers, [2, second]]) }),
    open({ peppers: new Map([[2, second]]) }),
  ]
  try {
    const fresh = await mint(both)
    const { rows } = await sql.query(`SELECT "pepperVersion" FROM keys WHERE id = ANY($1)`, [
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
