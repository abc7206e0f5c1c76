import { forkStore, type StoreProcess } from '../process/fork-store.ts'
import { user } from './authenticate.ts'
import type { ClickHouseOptions } from './start.ts'
import { ROWS_AT_ONCE } from './turns.ts'

/**
 * V8 would mark its whole heap for every 64 MB of bodies that pass through, which took a tenth of the engine's CPU. Node
 * refuses to start with a flag that its V8 does not know; this release knows it.
 */
const flags =
  Number.parseInt(process.versions.node, 10) === 26
    ? ['--external-memory-accounted-in-global-limit']
    : []

export type ForkClickHouseOptions = ClickHouseOptions & {
  log?: (line: string) => void
  /** Ends a start that takes too long. */
  signal?: AbortSignal | undefined
}

/** `url` contains the password: never print it. */
export type ClickHouseProcess = StoreProcess & { url: string }

/**
 * Starts the ClickHouse engine in a separate process, to be used with `@clickhouse/client` like any ClickHouse server.
 * What it has acknowledged is on disk.
 *
 * @throws EmbeddedStoreError: port-taken, already-running, disk-full, failed.
 */
export async function forkClickHouse(options: ForkClickHouseOptions): Promise<ClickHouseProcess> {
  const { log = () => {}, signal, ...forChild } = options
  const store = await forkStore({
    entry: new URL('./main.ts', import.meta.url),
    options: forChild,
    ...{ log, signal, flags },
    env: {
      // A time without a zone means UTC on every machine.
      TZ: 'UTC',
      // A running statement occupies a thread of Node's pool; some are left for compression.
      UV_THREADPOOL_SIZE: String((options.concurrency ?? 16) + ROWS_AT_ONCE + 8),
    },
    patienceMs: 20_000,
  })
  return {
    ...store,
    url: `http://${user}:${encodeURIComponent(options.password)}@127.0.0.1:${store.port}`,
  }
}
