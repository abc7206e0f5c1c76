import { randomBytes } from 'node:crypto'
import type { Call } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { Client } from 'pg'
import { expect, inject } from 'vitest'
import { actForOrganization, createOrganization, openCore, perform } from '../../index.ts'
import { type Peppers, verifyKey } from '../../keys/index.ts'
import { ownDatabase } from '../../testing/own-database.ts'
import { notified } from './notified.ts'

export type Node = ReturnType<typeof openCore>
export type Verifier = Pick<Node, 'knownKeys' | 'peppers' | 'addresses'>

/**
 * Three nodes on a database of their own with the organization `acme`, and a SQL prompt. Their clock stands still, so
 * their caches are valid as long as they listen.
 */
export async function openNodes() {
  const peppers: Peppers = new Map([[1, randomBytes(32).toString('hex')]])
  const clickhouseUrl = inject('clickhouseUrl')
  const database = await ownDatabase(inject('databaseUrl'))
  const sql = new Client({ connectionString: database.url })
  await sql.connect()

  function open(options: Partial<Parameters<typeof openCore>[0]> = {}): Node {
    const trustClock = () => ({ steady: 0, wall: 0 })
    return openCore({ databaseUrl: database.url, clickhouseUrl, peppers, trustClock, ...options })
  }

  const [first, ...others] = [open(), open(), open()] as const
  const nodes = [first, ...others]
  await createOrganization(first, { id: 'acme', name: 'Acme' })

  async function act<Name extends 'keys.create' | 'keys.update' | 'keys.revoke'>(
    name: Name,
    call: Call<Name>,
    node = first,
  ) {
    const actor = await actForOrganization(node, 'test', 'acme')
    if (!actor) throw new Error('no organization')
    return perform(node, { name, actor, call, requestId: 'test', address: null })
  }

  async function mint(node = first) {
    const scopes = [{ action: 'read' as const, resourceFilter: '#' }]
    const body = { keyType: 'External' as const, name: 'a key', scopes }
    return act('keys.create', { body }, node)
  }

  /** Waits until every node has been notified of all commits so far, and expects this answer from each. */
  async function everywhere(key: string, answer: string, now?: Date) {
    await allNotified()
    for (const node of nodes) expect(await verify(node, key, now)).toBe(answer)
  }

  function allNotified() {
    const feeds = nodes.map(({ changes }) => changes)
    return notified(first.db, feeds)
  }

  /** A key that every node has cached. */
  async function warmKey() {
    const minted = await mint()
    await allNotified()
    await remembered(nodes, minted.id)
    return minted
  }

  async function close() {
    await Promise.all(nodes.map((node) => node.close()))
    await sql.end()
    await database.drop()
  }

  return {
    url: database.url,
    peppers,
    sql,
    first,
    nodes,
    open,
    act,
    mint,
    everywhere,
    allNotified,
    warmKey,
    close,
  }
}

/** The scopes that a key is admitted with, or the code of its problem. */
export async function verify(node: Verifier, key: string, now = new Date()) {
  try {
    // One connection per node, so that proofs cached on connections are tested, too.
    const presented = { keyString: key, address: '192.0.2.1', connection: node }
    const actor = await verifyKey(node, presented, now)
    return actor.scopes.map(({ action, resourceFilter }) => `${action}:${resourceFilter}`).join()
  } catch (error) {
    return error instanceof Problem ? error.code : error
  }
}

/** Makes nodes cache a key. Earlier notifications must have arrived. */
export async function remembered(of: readonly Verifier[], id: string): Promise<void> {
  for (const node of of) {
    await node.knownKeys.find(id)
    expect(node.knownKeys.find(id)).not.toBeInstanceOf(Promise)
  }
}
