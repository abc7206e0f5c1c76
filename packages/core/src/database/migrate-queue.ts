import { Logger, runMigrations } from 'graphile-worker'
import { connectionUrl } from './connections.ts'

/** Installs or updates the job queue's tables and functions, in the schema graphile_worker. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({
    connectionString: connectionUrl(databaseUrl, 'sluice migrate'),
    logger: new Logger(() => () => {}),
  })
}
