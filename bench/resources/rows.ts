import type { Actor, Core } from '@sluice/core'
import { perform } from '@sluice/core'
import { Client } from 'pg'
import { type List, PAGE, scopesOf } from './lists.ts'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A node of what EXPLAIN (ANALYZE, FORMAT JSON) answers, as far as it is read here. */
interface Node {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

/**
 * The rows that Postgres reads to answer a page of a list: those that its scans gave and those that their
 * filters dropped, by EXPLAIN ANALYZE of the very statements that the core sends.
 */
export async function examined(
  core: Core,
  actor: Actor,
  { query, reach }: List,
  client: Client,
): Promise<number> {
  const scopes = scopesOf(reach ?? ['#'])
  const call = { query: { limit: PAGE, ...query } }
  const by = { actor: { ...actor, scopes }, requestId: 'bench', address: null }
  const statements = await sentBy(() => perform(core, { name: 'things.list', ...by, call }))
  let rows = 0
  for (const { text, values } of statements) {
    const answer = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [
      ...values,
    ])
    rows += scanned(answer.rows[0]['QUERY PLAN'][0].Plan)
  }
  return rows
}

/**
 * The SELECTs that this process sends to Postgres during `work`, caught in pg's client, which every query
 * passes.
 */
async function sentBy(work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = []
  const query = Client.prototype.query
  function watched(this: Client, ...given: Parameters<typeof query>) {
    const [config] = given as unknown as [Partial<Statement> | string]
    if (typeof config === 'object' && config.text?.startsWith('SELECT')) {
      seen.push({ text: config.text, values: config.values ?? [] })
    }
    return query.apply(this, given)
  }
  Client.prototype.query = watched as typeof query
  try {
    await work()
  } finally {
    Client.prototype.query = query
  }
  return seen
}

function scanned(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + scanned(plan), 0)
  const reads = /Seq Scan|Index Scan|Index Only Scan|Bitmap Heap Scan/.test(node['Node Type'])
  if (!reads || node['Node Type'] === 'Bitmap Index Scan') return below
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return below + each * node['Actual Loops']
}
