import { forkStore, type StoreProcess } from '../process/fork-store.ts'
import { postgresUrl, superuserUrl } from './database.ts'
import type { PostgresOptions } from './start.ts'

export type ForkPostgresOptions = PostgresOptions & {
  log?: (line: string) => void
  /** Ends a start that takes too long. */
  signal?: AbortSignal | undefined
}

/**
 * Both URLs contain passwords: never print them. `url` is the product's, whose role owns the database and is no
 * superuser. `superuserUrl` is for maintenance and tests.
 */
export type PostgresProcess = StoreProcess & { url: string; superuserUrl: string }

/**
 * Starts the embedded Postgres in a separate process and waits until the database `sluice` exists.
 *
 * @throws EmbeddedStoreError: port-taken, disk-full, wrong-version, already-running, data-directory-unreachable,
 * data-directory-foreign, data-directory-lost, password-mismatch, platform-unsupported, failed.
 */
export async function forkPostgres(options: ForkPostgresOptions): Promise<PostgresProcess> {
  const { log = () => {}, signal, ...forChild } = options
  const store = await forkStore({
    entry: new URL('./main.ts', import.meta.url),
    options: forChild,
    ...{ log, signal },
    // Longer than the keeper's own escalation, since killing the keeper would leave Postgres behind.
    patienceMs: 45_000,
  })
  const { port } = store
  const { password } = options
  return {
    ...store,
    url: postgresUrl(port, password),
    superuserUrl: superuserUrl(port, password),
  }
}
