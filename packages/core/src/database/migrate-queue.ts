import { Logger, runMigrations } from 'graphile-worker'

/** Installs the job queue's own tables and functions, in the schema graphile_worker, or brings them up to date. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => {}) })
}
