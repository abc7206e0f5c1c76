import type { Client } from 'pg'
import { MigrationError } from './migrate-connection.ts'
import type { MigrationStatus } from './migrate-status.ts'

/**
 * Tells a person how to mend a database whose migrations are `broken`; does nothing for the others.
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
  const resolve = (as: string) => `"npx prisma migrate resolve --${as} ${migration}"`
  const then = 'with DATABASE_URL set to this database, and start again.'
  if (cause === undefined) {
    return (
      `The migration ${migration} was interrupted. Look whether its changes are in the database; ` +
      `run ${resolve('applied')} if they are and ${resolve('rolled-back')} if not, ${then}`
    )
  }
  return (
    `The migration ${migration} failed: ${cause}\n` +
    `Remove the cause, run ${resolve('rolled-back')} ${then}`
  )
}

/** What Prisma noted about a migration's failure, without its engine's own wrapping. */
async function causeOf(client: Client, migration: string): Promise<string | undefined> {
  const { rows } = await client.query<{ logs: string | null }>(
    `SELECT logs FROM _prisma_migrations
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [migration],
  )
  const [cause] = rows[0]?.logs?.split(/\n\s+0: /) ?? []
  return cause?.replace(/^external connector error\n/, '')
}
