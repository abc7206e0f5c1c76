import type { ClickHouseClient } from '@clickhouse/client'
import { connect, databaseOf, layoutAt, type StoreAddress } from './connection.ts'
import { installationTable } from './installation.ts'
import type { Layout } from './layout.ts'

/** One change of the store's schema. */
export interface SchemaStep {
  /** Its position among the steps of all tables. */
  readonly version: number
  /** Must be idempotent: two nodes may run a step at once, and a crash may repeat it. */
  readonly statements: (layout: Layout) => readonly string[]
}

/** The store cannot be reached, or refuses the user. The message names its address, but no password. */
export class UnreachableStoreError extends Error {
  override name = 'UnreachableStoreError'
}

const applied = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS schema_steps${layout.everywhere} (version UInt32, appliedAt DateTime DEFAULT now())
  ENGINE = ${layout.engineOfCopies('ReplacingMergeTree')} ORDER BY version`

/**
 * Applies missing steps in the order of their versions. Safe to repeat, and to run on two nodes at once: every
 * statement is idempotent, and a step is recorded only after all of it ran. If nothing is missing, it only reads: a
 * statement for a whole cluster fails while one of its servers is down. Rejects with an {@link UnreachableStoreError},
 * or the store's error.
 */
export async function migrateStore(
  address: StoreAddress,
  steps: readonly SchemaStep[],
): Promise<void> {
  const layout = layoutAt(address)
  await createDatabase(address, layout)
  const client = connect(address)
  try {
    const found = await tablesOf(client)
    if (!found.has('schema_steps')) await client.command({ query: applied(layout) })
    if (!found.has('installation')) await client.command({ query: installationTable(layout) })
    const done = await appliedVersions(client)
    for (const { version, statements } of steps.toSorted((a, b) => a.version - b.version)) {
      if (done.has(version)) continue
      for (const query of statements(layout)) await client.command({ query })
      await client.insert({ table: 'schema_steps', values: [{ version }], format: 'JSONEachRow' })
    }
  } finally {
    await client.close()
  }
}

/** Created only if it is missing, because a user of one database may not be allowed to create any. */
async function createDatabase(address: StoreAddress, layout: Layout): Promise<void> {
  const database = databaseOf(address)
  const client = connect(address, 'default')
  try {
    const found = await client
      .query({
        query: 'SELECT name FROM system.databases WHERE name = {database:String}',
        query_params: { database },
        format: 'JSONEachRow',
      })
      .catch((cause: Error & { code?: string }) => {
        const { host } = new URL(address.url)
        const reason = cause.message || cause.code
        throw new UnreachableStoreError(`No connection to ClickHouse at ${host}: ${reason}`, {
          cause,
        })
      })
    if ((await found.json()).length > 0) return
    await client.command({
      query: `CREATE DATABASE IF NOT EXISTS {database:Identifier}${layout.everywhere}`,
      query_params: { database },
    })
  } finally {
    await client.close()
  }
}

async function tablesOf(client: ClickHouseClient): Promise<Set<string>> {
  const result = await client.query({
    query: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ name: string }>()
  return new Set(rows.map(({ name }) => name))
}

async function appliedVersions(client: ClickHouseClient): Promise<Set<number>> {
  const result = await client.query({
    query: 'SELECT DISTINCT version FROM schema_steps',
    format: 'JSONEachRow',
  })
  const rows = await result.json<{ version: number }>()
  return new Set(rows.map(({ version }) => version))
}
