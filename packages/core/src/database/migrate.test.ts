import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { dropDatabase } from '../testing/own-database.ts'
import { migrate, migrationStatus } from './migrate.ts'
import { rollBackInterrupted } from './migrate-broken.ts'
import { reasonOf } from './migrate-connection.ts'
import { runPrisma } from './migrate-prisma.ts'

vi.mock('./migrate-prisma.ts', { spy: true })

const server = inject('databaseUrl')
const created: string[] = []
let migrated: string

/** The results of two nodes that started together on an empty database. */
let together: { applied: string[] }[]

beforeAll(async () => {
  migrated = await createDatabase()
  together = await Promise.all([
    migrate({ databaseUrl: migrated }),
    migrate({ databaseUrl: migrated }),
  ])
})

afterAll(async () => {
  for (const url of created) await dropDatabase(server, nameOf(url))
})

describe('migrate', () => {
  test('lets one of two nodes apply the migrations and the other wait for it', async () => {
    const applied = together.map((result) => result.applied).filter((names) => names.length > 0)
    expect(applied).toHaveLength(1)
    expect(applied[0]).toEqual(applied[0]?.toSorted())
    expect(await migrationStatus(migrated)).toMatchObject({ state: 'current' })
  })

  test('does not start Prisma when nothing is to be applied', async () => {
    expect(await migrate({ databaseUrl: migrated })).toEqual({ applied: [] })
    expect(runPrisma).not.toHaveBeenCalled()
  })

  test('names the migration that was edited after it was applied', async () => {
    const databaseUrl = await createDatabase(migrated)
    await run(databaseUrl, `UPDATE _prisma_migrations SET checksum = 'another'`)
    await expect(migrate({ databaseUrl })).rejects.toThrow(
      /prisma\/migrations\/\d+_\w+\/migration\.sql is not what was applied/,
    )
  })

  test('names a failed migration and its repair, at once and at the next start', async () => {
    const databaseUrl = await createDatabase(migrated)
    await run(databaseUrl, 'DELETE FROM _prisma_migrations')
    const message = /migration (\d+_\w+) failed: .*exists.*migrate resolve --rolled-back \1"/s
    await expect(migrate({ databaseUrl })).rejects.toThrow(message)
    await expect(migrate({ databaseUrl })).rejects.toThrow(message)
  })

  test('applies a migration again that was interrupted', async () => {
    const databaseUrl = await createDatabase()
    const { pending } = await migrationStatus(databaseUrl)
    await run(
      databaseUrl,
      `CREATE TABLE _prisma_migrations (
        id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
        migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
        started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0);
      INSERT INTO _prisma_migrations (id, checksum, migration_name)
      VALUES ('1', 'x', '${pending[0]}')`,
    )
    expect(await migrationStatus(databaseUrl)).toMatchObject({ state: 'broken' })
    expect(await migrate({ databaseUrl })).toEqual({ applied: pending })
    expect(await migrationStatus(databaseUrl)).toMatchObject({ state: 'current' })
  })

  test('tries a migration again while others hold its locks, and leaves nothing to repair', async () => {
    const databaseUrl = await createDatabase(migrated)
    await run(
      databaseUrl,
      `ALTER TABLE sample_flushers DROP COLUMN batch;
      DELETE FROM _prisma_migrations WHERE migration_name = '20261130175000_batch_ids'`,
    )
    const other = new Client({ connectionString: databaseUrl })
    await other.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM sample_flushers')
    const once = migrate({ databaseUrl, attempts: 1 })
    await expect(once).rejects.toThrow(
      /20261130175000_batch_ids was interrupted: .* lock timeout\./,
    )
    expect(await migrationStatus(databaseUrl)).toMatchObject({ state: 'behind' })
    const log = vi.fn()
    const applied = migrate({ databaseUrl, log, pauseMs: 10 })
    await expect.poll(() => log.mock.calls).toContainEqual([expect.stringContaining('tried again')])
    await other.end()
    expect(await applied).toEqual({ applied: ['20261130175000_batch_ids'] })
    expect(await migrationStatus(databaseUrl)).toMatchObject({ state: 'current' })
  })

  test.each(['40P01', '57014', '57P01', '08006'])('SQLSTATE %s is passing', async (state) => {
    const databaseUrl = await createDatabase(migrated)
    const logs = `external connector error\nError querying the database: ERROR: … (SQLSTATE ${state})\n   0: …`
    await run(
      databaseUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
       VALUES ('1', 'x', '99991231235959_newer', '${logs}')`,
    )
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const interrupted = await rollBackInterrupted(client)
    await client.end()
    const isCancelled = state.startsWith('57')
    expect(interrupted).toEqual([{ name: '99991231235959_newer', cause: 'ERROR: …', isCancelled }])
  })

  test('does not change the database of a newer version', async () => {
    const databaseUrl = await createDatabase(migrated)
    await run(
      databaseUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('1', 'x', '99991231235959_newer', now())`,
    )
    const log = vi.fn()
    expect(await migrate({ databaseUrl, log })).toEqual({ applied: [] })
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('99991231235959_newer'))
  })

  test('says which database it cannot reach, without the password', async () => {
    const url = new URL(server)
    url.pathname = '/no_such_database'
    url.password = 'not-to-be-told'
    const error = await migrate({ databaseUrl: url.href }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ name: 'MigrationError' })
    expect(String(error)).toContain(`${url.host}/no_such_database`)
    expect(String(error)).not.toContain('not-to-be-told')
  })

  test('says what to do with a database that takes no writes', async () => {
    const databaseUrl = await createDatabase()
    await run(
      server,
      `ALTER DATABASE "${nameOf(databaseUrl)}" SET default_transaction_read_only = on`,
    )
    const error = await migrate({ databaseUrl }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ name: 'MigrationError' })
    expect(String(error)).toMatch(/read-only transaction\. .*Set DATABASE_URL to the primary/)
  })

  test('says what to do about a user who may not create the schema', async () => {
    const databaseUrl = await createDatabase()
    await run(server, `REVOKE CREATE ON DATABASE "${nameOf(databaseUrl)}" FROM CURRENT_USER`)
    const error = await migrate({ databaseUrl }).catch((caught: Error) => caught)
    expect(error).toMatchObject({ name: 'MigrationError' })
    expect(String(error)).toMatch(/permission denied .*\. .*least-privilege\.md/)
  })

  test('names the CA of a server as what is missing, and lets other reasons be', () => {
    const self = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(reasonOf(self)).toContain('sslrootcert=')
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    expect(reasonOf(refused)).toBe('connect ECONNREFUSED')
  })

  test('shows an example URL when it is given an invalid one', async () => {
    await expect(migrate({ databaseUrl: 'localhost' })).rejects.toThrow('postgres://user:')
  })
})

/** A new database, empty or a copy of another. */
async function createDatabase(template?: string): Promise<string> {
  const url = new URL(server)
  url.pathname = `/migrate_${randomUUID()}`
  const copy = template === undefined ? '' : `TEMPLATE "${nameOf(template)}"`
  await run(server, `CREATE DATABASE "${nameOf(url.href)}" ${copy}`)
  created.push(url.href)
  return url.href
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
