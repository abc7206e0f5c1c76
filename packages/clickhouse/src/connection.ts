import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { type Layout, layoutOf } from './layout.ts'

/** Where the telemetry store is. `url` may carry the user, the password and, as its path, the database. */
export interface StoreAddress {
  readonly url: string
  readonly username?: string
  readonly password?: string
  readonly database?: string
  /** The cluster that the server is a node of, by the name that its configuration gives it. */
  readonly cluster?: string | undefined
}

/** Longest that one statement may run, in seconds. */
const LONGEST_STATEMENT = 30

/** Longest that the client waits for an answer to begin, in seconds. */
const LONGEST_WAIT = LONGEST_STATEMENT + 5

/** The database that an address names; ClickHouse's own default where it names none. */
export function databaseOf({ url, database }: StoreAddress): string {
  return database ?? (decodeURIComponent(new URL(url).pathname.slice(1)) || 'default')
}

/** How the tables of an address lie. */
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
    request_timeout: LONGEST_WAIT * 1000,
    max_open_connections: 16,
    // Failures reach the log of the process as the cause of a problem, once.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: LONGEST_STATEMENT,
      // Numbers as JSON numbers; the one that has no JSON form, NaN, as null.
      output_format_json_quote_64bit_integers: 0,
      output_format_json_quote_denormals: 0,
      // Newer servers would queue an insert; it is grouped already and must be stored when answered.
      async_insert: 0,
      // A sample's partition follows from its key, so duplicates never lie in two partitions.
      do_not_merge_across_partitions_select_final: 1,
      ...layoutOf(cluster, database).settings,
    },
  })
}

/**
 * Rejects where the store does not begin to answer in the time that the client waits, a connection's being free included: for that
 * the client itself waits without end, so behind others that hang it would be twice as long, or three times.
 */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), LONGEST_WAIT * 1000)
  try {
    return await ask(controller.signal)
  } catch (cause) {
    if (!controller.signal.aborted) throw cause
    throw new Error(`The store has not begun to answer within ${LONGEST_WAIT} s.`, { cause })
  } finally {
    clearTimeout(timer)
  }
}
