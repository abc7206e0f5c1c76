import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Interrupted, refuseBroken, rollBackInterrupted } from './migrate-broken.ts'
import { MigrationError, withConnection } from './migrate-connection.ts'
import { runPrisma } from './migrate-prisma.ts'
import { migrateQueue } from './migrate-queue.ts'
import { type MigrationStatus, migrationStatus } from './migrate-status.ts'

export { MigrationError } from './migrate-connection.ts'
export { type MigrationStatus, migrationStatus } from './migrate-status.ts'

export interface MigrateOptions {
  databaseUrl: string
  /** Receives progress messages for people. */
  log?: (line: string) => void
  /** How often a migration is tried while others hold its locks, and the pause between. */
  attempts?: number
  pauseMs?: number
}

/** An arbitrary lock key that nothing else in the database uses. */
const LOCK_KEY = 5_710_337_182

/** A few minutes in all. */
const [ATTEMPTS, PAUSE_MS] = [20, 10_000]

const WHEN_BLOCKED =
  'Nothing was changed. If others hold its locks, end long transactions in Postgres, such as a dump, and start again.'

/** The key of the lock that Prisma's schema engine holds while it applies migrations. */
const ENGINE_LOCK_KEY = 72_707_369

/**
 * Brings a database to this code's schema by applying missing migrations. Any number of processes may do so
 * concurrently: one applies, the others wait. A database that is up to date, or belongs to a newer version, is left
 * unchanged.
 *
 * @returns the names of the migrations that this call applied, in order
 * @throws MigrationError
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { databaseUrl, log = () => {}, attempts = ATTEMPTS, pauseMs = PAUSE_MS } = options
  // A session lock, which ends with the connection.
  return withConnection(databaseUrl, async (client) => {
    if (isUsable(await migrationStatus(client), log)) return { applied: [] }

    await lock(client, log)
    await rollBackInterrupted(client)
    const status = await migrationStatus(client)
    if (isUsable(status, log)) return { applied: [] }
    await refuseBroken(client, status)

    log(`applying migrations: ${status.pending.join(', ')}`)
    // Before the migrations, so that a database without pending ones has the queue, too, even after an interruption.
    await migrateQueue(databaseUrl)
    for (let attempt = 1; ; attempt += 1) {
      const blocked = await deploy(client, databaseUrl)
      if (!blocked) break
      const cause = `The migration ${blocked.name} was interrupted: ${blocked.cause}.`
      if (blocked.isCancelled)
        throw new MigrationError(`${cause} Nothing was changed. Start again.`)
      if (attempt >= attempts) throw new MigrationError(`${cause} ${WHEN_BLOCKED}`)
      log(`${cause} It changed nothing, and is tried again in ${pauseMs / 1000} s.`)
      await sleep(pauseMs)
    }
    return { applied: status.pending }
  })
}

function isUsable({ state, unknown }: MigrationStatus, log: (line: string) => void): boolean {
  if (state === 'ahead')
    log(`the database is of a newer version, which added ${unknown.join(', ')}`)
  return state === 'current' || state === 'ahead'
}

async function lock(client: Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY])
  if (!rows[0].taken) {
    log('waiting for another process, which is migrating this database')
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY])
  }
  // If the process that held the lock was killed, its schema engine may still be running.
  await client.query('SELECT pg_advisory_lock($1)', [ENGINE_LOCK_KEY])
  await client.query('SELECT pg_advisory_unlock($1)', [ENGINE_LOCK_KEY])
}

/** Returns the migration that a passing fault interrupted, if one did. */
async function deploy(client: Client, databaseUrl: string): Promise<Interrupted | undefined> {
  const { exitCode, output } = await runPrisma(['migrate', 'deploy'], databaseUrl)
  if (exitCode === 0) return undefined
  const interrupted = await rollBackInterrupted(client)
  const known = interrupted.find(({ cause }) => cause !== null)
  if (known) return known
  await refuseBroken(client, await migrationStatus(client))
  throw new MigrationError(`Prisma could not migrate the database:\n${output}`)
}
