import { ClickHouseError } from '@clickhouse/client'

/** What the store answers where it cannot take anything now, by ClickHouse's names. */
const OF_THE_STORE: ReadonlySet<string | undefined> = new Set([
  ...['ALL_CONNECTION_TRIES_FAILED', 'NETWORK_ERROR', 'SOCKET_TIMEOUT', 'KEEPER_EXCEPTION'],
  ...['NOT_ENOUGH_SPACE', 'TABLE_IS_READ_ONLY', 'TOO_MANY_SIMULTANEOUS_QUERIES'],
  ...['TOO_FEW_LIVE_REPLICAS', 'UNKNOWN_STATUS_OF_INSERT', 'ALL_REPLICAS_ARE_STALE'],
  ...['ACCESS_DENIED', 'AUTHENTICATION_FAILED', 'UNKNOWN_DATABASE', 'UNKNOWN_TABLE'],
])

/**
 * Whether a failed insert may be due to what was inserted. The way to the store and its state say nothing of that: then exactly the
 * same is to be tried again.
 */
export function isRefused(cause: unknown): boolean {
  return cause instanceof ClickHouseError && !OF_THE_STORE.has(cause.type)
}
