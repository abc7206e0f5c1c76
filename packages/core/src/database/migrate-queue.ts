import { Logger, runMigrations } from 'graphile-worker'

/** Installs or updates the job queue's tables and functions, in the schema graphile_worker. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) })
}
