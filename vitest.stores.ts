import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@sluice/clickhouse'
import { joinStores, migrate, migrateTelemetry } from '@sluice/core/migrate'
import { forkClickHouse, forkPostgres, postgresDirectory } from '@sluice/embedded'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

const TEMPLATE = 'migrated'

/** The stores that all integration tests share: started once, on free ports, gone afterwards. */
export default async function stores(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const password = randomBytes(16).toString('hex')
  const [postgres, clickhouse] = await Promise.all([
    forkPostgres({ directory: postgresDirectory(dataDir), password }),
    // Most suites wait for it, so on a busy machine it must not come last.
    forkClickHouse({ directory: join(dataDir, 'clickhouse'), password, niceness: 0 }),
  ])
  await onServer(postgres.superuserUrl, prepareForTests)
  await migrate({ databaseUrl: postgres.url })
  await migrateTelemetry({ url: clickhouse.url })
  await waitForNoDisk(clickhouse.url)
  await joinStores({ databaseUrl: postgres.url, clickhouseUrl: clickhouse.url })
  await onServer(postgres.url, copyMigrated)
  project.provide('databaseUrl', postgres.url)
  project.provide('databaseTemplate', TEMPLATE)
  project.provide('clickhouseUrl', clickhouse.url)
  return async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * The stores end with the tests: nothing is to survive a power cut, so no commit waits for the disk. Tests make
 * databases of their own, and tamper with rows that triggers guard.
 */
async function prepareForTests(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`)
  }
  await client.query('SELECT pg_reload_conf()')
  await client.query('ALTER ROLE sluice CREATEDB')
  await client.query('GRANT SET ON PARAMETER session_replication_role TO sluice')
}

/** As of Postgres. The tables say themselves that their inserts are synced, which takes a fifth of an insert. */
async function waitForNoDisk(url: string): Promise<void> {
  const client = connect({ url })
  const query = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`
  const found = await client.query({ query, format: 'JSONEachRow' })
  for (const { name } of await found.json<{ name: string }>()) {
    const settings = 'fsync_after_insert = 0, fsync_part_directory = 0'
    await client.command({ query: `ALTER TABLE ${name} MODIFY SETTING ${settings}` })
  }
  await client.close()
}

/** A copy takes a fraction of the time of a migration. Only a database without connections can be copied. */
async function copyMigrated(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT current_database() AS name')
  await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE ${rows[0].name}`)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client)
  await client.end()
}
