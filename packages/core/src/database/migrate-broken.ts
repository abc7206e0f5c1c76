import type { Client } from 'pg'
import { MigrationError } from './migrate-connection.ts'
import type { MigrationStatus } from './migrate-status.ts'

/**
 * SQLSTATEs of migrations that may well succeed the next time: others held the locks that it needs or waited for its own,
 * somebody cancelled it, or Postgres or the connection ended.
 */
const PASSING = '55P03|40P01|57014|57P0[1-3]|08...'

/**
 * Makes migrations that a kill or a passing fault interrupted applicable again. Nothing of them is in the database, since
 * a migration is one transaction that also records it as applied (prisma/engine/adapter.mjs). Requires the lock, since a
 * running migration looks the same.
 *
 * @returns their names, and why they were interrupted if that is known
 */
export async function rollBackInterrupted(client: Client): Promise<Interrupted[]> {
  const [table] = (
    await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS here`)
  ).rows
  if (!table?.here) return []
  const { rows } = await client.query<Interrupted>(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL AND (logs IS NULL OR logs ~ $1)
    RETURNING migration_name AS name, substring(logs FROM 'database: (.*) [(]SQLSTATE') AS cause,
      logs ~ 'SQLSTATE (57014|57P01)' AS "isCancelled"`,
    [`SQLSTATE (${PASSING})`],
  )
  return rows
}

export interface Interrupted {
  readonly name: string
  readonly cause: string | null
  /** Whether somebody has cancelled its statement or ended its session. */
  readonly isCancelled: boolean | null
}

/**
 * Tells how to repair a database whose migrations are `broken`; does nothing otherwise.
 *
 * @throws MigrationError
 */
export async function refuseBroken(client: Client, status: MigrationStatus): Promise<void> {
  const { failed, edited, unknown, pending } = status
  if (status.state !== 'broken') return
  if (failed[0] !== undefined) throw new MigrationError(await tellFailure(client, failed[0]))
  if (edited[0] !== undefined) {
    throw new MigrationError(
      `prisma/migrations/${edited[0]}/migration.sql is not what was applied to this database. ` +
        'Restore the file and put the change into a new migration.',
    )
  }
  throw new MigrationError(
    `This database has migrations that this code lacks (${unknown.join(', ')}), and lacks some ` +
      `that this code has (${pending.join(', ')}): it was migrated from another branch. ` +
      'Use another database, or code that has all of them.',
  )
}

async function tellFailure(client: Client, migration: string): Promise<string> {
  const cause = await causeOf(client, migration)
  if (cause === undefined)
    return `The migration ${migration} was interrupted and changed nothing. Start again.`
  return (
    `The migration ${migration} failed: ${cause}\n` +
    `Remove the cause, run "npx prisma migrate resolve --rolled-back ${migration}" ` +
    'with DATABASE_URL set to this database, and start again.'
  )
}

/** What Prisma recorded about a migration's failure, without its engine's wrapping. */
async function causeOf(client: Client, migration: string): Promise<string | undefined> {
  const { rows } = await client.query<{ logs: string | null }>(
    `SELECT logs FROM _prisma_migrations
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [migration],
  )
  const [cause] = rows[0]?.logs?.split(/\n\s+0: /) ?? []
  return cause?.replace(/^external connector error\n/, '')
}
