import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, migrateTelemetry } from '@sluice/core/migrate'
import { forkClickHouse, forkPostgres, postgresDirectory } from '@sluice/embedded'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

/** The stores that all integration tests share: started once, on free ports, gone afterwards. */
export default async function stores(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const password = randomBytes(16).toString('hex')
  const [postgres, clickhouse] = await Promise.all([
    forkPostgres({ directory: postgresDirectory(dataDir).directory, password }),
    forkClickHouse({ directory: join(dataDir, 'clickhouse'), password }),
  ])
  await prepareForTests(postgres.superuserUrl)
  await migrate({ databaseUrl: postgres.url })
  await migrateTelemetry({ url: clickhouse.url })
  project.provide('databaseUrl', postgres.url)
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
async function prepareForTests(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`)
  }
  await client.query('SELECT pg_reload_conf()')
  await client.query('ALTER ROLE sluice CREATEDB')
  await client.query('GRANT SET ON PARAMETER session_replication_role TO sluice')
  await client.end()
}
