import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, migrateTelemetry } from '@sluice/core/migrate'
import { forkClickHouse, forkPostgres, postgresDirectory } from '@sluice/embedded'
import pg from 'pg'

export interface BenchDatabase {
  readonly url: string
  /** A directory for a bench's own files; gone with the database. */
  readonly directory: string
  stop(): Promise<void>
}

export interface BenchStores extends BenchDatabase {
  readonly clickhouseUrl: string
  /** The engine's process, whose CPU time is counted. */
  readonly clickhousePid: number
  /** Ends the engine and starts it again, at another address. */
  restartEngine(): Promise<void>
}

/** {@link startDatabase}, and the telemetry store beside it. */
export async function startStores(): Promise<BenchStores> {
  const database = await startDatabase()
  const start = () =>
    forkClickHouse({
      directory: join(database.directory, 'clickhouse'),
      password: randomBytes(16).toString('hex'),
    })
  let clickhouse = await start()
  await migrateTelemetry({ url: clickhouse.url })
  return {
    ...database,
    get clickhouseUrl() {
      return clickhouse.url
    },
    get clickhousePid() {
      return clickhouse.serverPid
    },
    async restartEngine() {
      await clickhouse.stop()
      clickhouse = await start()
    },
    async stop() {
      await clickhouse.stop()
      await database.stop()
    },
  }
}

/** A migrated Postgres of the bench's own, on a free port, in a temporary directory. */
export async function startDatabase(): Promise<BenchDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const password = randomBytes(16).toString('hex')
  const postgres = await forkPostgres({
    directory: postgresDirectory(directory),
    password,
  })
  await migrate({ databaseUrl: postgres.url })
  await mayCreateDatabases(postgres.superuserUrl)
  return {
    url: postgres.url,
    directory,
    async stop() {
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Benches make databases of their own beside the product's. */
async function mayCreateDatabases(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('ALTER ROLE sluice CREATEDB').finally(() => client.end())
}
