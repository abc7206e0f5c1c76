import { forkStore, type StoreProcess } from '../process/fork-store.ts'
import { postgresUrl } from './database.ts'
import type { PostgresOptions } from './start.ts'

export type ForkPostgresOptions = PostgresOptions & { log?: (line: string) => void }

/** `url` carries the password: hand it on, never print it. */
export type PostgresProcess = StoreProcess & { url: string }

/**
 * Starts the embedded Postgres in a process of its own and waits until the database `sluice` is there.
 *
 * @throws EmbeddedStoreError: port-taken, disk-full, wrong-version, already-running,
 *   data-directory-unreachable, data-directory-foreign, password-mismatch, platform-unsupported, failed.
 */
export async function forkPostgres(options: ForkPostgresOptions): Promise<PostgresProcess> {
  const { log = () => {}, ...forChild } = options
  const store = await forkStore({
    entry: new URL('./main.ts', import.meta.url),
    options: forChild,
    log,
    // Longer than the keeper's own escalation, whose kill would leave Postgres behind.
    patienceMs: 45_000,
  })
  return { ...store, url: postgresUrl(store.port, options.password) }
}
