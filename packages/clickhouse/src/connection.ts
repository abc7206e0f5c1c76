import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { type Layout, layoutOf } from './layout.ts'

/** The address of the telemetry store. `url` may contain the user, the password and, as its path, the database. */
export interface StoreAddress {
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly database?: string
  /** The cluster that the server belongs to, by the name in its configuration. */
  readonly cluster?: string | undefined
}

/** The time limit of a statement in seconds. */
const STATEMENT_TIMEOUT = 30

/** Seconds that the client waits for the first byte of an answer. */
const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 5

/** The database of an address; ClickHouse's own default if it names none. */
export function databaseOf({ url, database }: StoreAddress): string {
  return database ?? (decodeURIComponent(new URL(url).pathname.slice(1)) || 'default')
}

/** The table layout of an address. */
export function layoutAt(address: StoreAddress): Layout {
  return layoutOf(address.cluster, databaseOf(address))
}

/** A client of a ClickHouse server, cluster or embedded engine. `database` overrides the address's. */
export function connect(address: StoreAddress, database = databaseOf(address)): ClickHouseClient {
  const { cluster, ...server } = address
  const url = new URL(address.url)
  url.pathname = ''
  return createClient({
    ...server,
    url,
    database,
    application: 'sluice',
    request_timeout: ANSWER_TIMEOUT * 1000,
    max_open_connections: 16,
    // Failures are logged once by the process, as the cause of a problem.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: STATEMENT_TIMEOUT,
      // Numbers as JSON numbers, and NaN, which JSON lacks, as null.
      output_format_json_quote_64bit_integers: 0,
      output_format_json_quote_denormals: 0,
      // A statement that fails midway must break its answer off. By default, servers from 23.9 to 25 complete it as valid
      // JSON that lacks rows.
      http_write_exception_in_output_format: 0,
      // Newer servers would queue an insert, but it is batched already and must be stored when answered.
      async_insert: 0,
      // A sample's partition follows from its key, so duplicates are never in two partitions.
      do_not_merge_across_partitions_select_final: 1,
      // Filters by a table's key before versions of rows are merged: three times faster. Other conditions stay behind.
      optimize_move_to_prewhere_if_final: 1,
      ...layoutOf(cluster, database).settings,
    },
  })
}

/**
 * Rejects if the store does not begin to answer in time, including the wait for a free connection: the client itself
 * waits for that without limit, so behind hanging calls it could take two or three times as long.
 */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ANSWER_TIMEOUT * 1000)
  try {
    return await ask(controller.signal)
  } catch (cause) {
    if (!controller.signal.aborted) throw cause
    throw new Error(`The store has not begun to answer within ${ANSWER_TIMEOUT} s.`, { cause })
  } finally {
    clearTimeout(timer)
  }
}
