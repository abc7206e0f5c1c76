import { randomBytes } from 'node:crypto'
import type { Call } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { Client } from 'pg'
import { expect, inject, vi } from 'vitest'
import { actForOrganization, createOrganization, openCore, perform } from '../../index.ts'
import { type Peppers, verifyKey } from '../../keys/index.ts'
import { ownDatabase } from './own-database.ts'

export type Node = ReturnType<typeof openCore>
export type Verifier = Pick<Node, 'knownKeys' | 'peppers'>

export const WITHIN_A_SECOND = { timeout: 1_000, interval: 2 }

/** Three nodes on a database of their own that has the organization `acme`, and a SQL prompt beside them. */
export async function openNodes() {
  const peppers: Peppers = new Map([[1, randomBytes(32).toString('hex')]])
  const clickhouseUrl = inject('clickhouseUrl')
  const database = await ownDatabase(inject('databaseUrl'))
  const sql = new Client({ connectionString: database.url })
  await sql.connect()

  function open(options: Partial<Parameters<typeof openCore>[0]> = {}): Node {
    return openCore({ databaseUrl: database.url, clickhouseUrl, peppers, ...options })
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

  /** Waits until every node gives an answer, then asks each again: none goes back. */
  async function everywhere(key: string, answer: string, now?: Date) {
    for (const node of nodes) {
      await vi.waitFor(
        async () => expect(await verify(node, key, now)).toBe(answer),
        WITHIN_A_SECOND,
      )
    }
    for (const node of nodes) expect(await verify(node, key, now)).toBe(answer)
  }

  /** A key that every node remembers. */
  async function warmKey() {
    const minted = await mint()
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
    warmKey,
    close,
  }
}

/** Waits until nodes hear of changes. */
export async function listening(of: readonly Pick<Node, 'changes'>[]): Promise<void> {
  await vi.waitFor(() => expect(of.every(({ changes }) => changes.isCurrent())).toBe(true), 10_000)
}

/** The scopes that a key is let in with, or the code of its refusal. */
export async function verify(node: Verifier, key: string, now = new Date()) {
  try {
    // One connection a node, so that what a connection proved is no way around a change either.
    const presented = { keyString: key, address: '192.0.2.1', connection: node }
    const actor = await verifyKey(node, presented, now)
    return actor.scopes.map(({ action, resourceFilter }) => `${action}:${resourceFilter}`).join()
  } catch (error) {
    return error instanceof Problem ? error.code : error
  }
}

/** Waits until nodes answer without a lookup: a new key's own announcement may still be on its way. */
export async function remembered(of: readonly Verifier[], id: string): Promise<void> {
  for (const node of of) {
    await vi.waitFor(async () => {
      const found = node.knownKeys.find(id)
      await found
      expect(found).not.toBeInstanceOf(Promise)
    }, WITHIN_A_SECOND)
  }
}
