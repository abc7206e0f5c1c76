import { ClickHouseError } from '@clickhouse/client'

/** What the store answers where it cannot take anything now, by ClickHouse's names. */
const OF_THE_STORE: ReadonlySet<string | undefined> = new Set(
  [
    // Its way to other servers.
    'ALL_CONNECTION_TRIES_FAILED NETWORK_ERROR SOCKET_TIMEOUT DNS_ERROR NO_FREE_CONNECTION',
    'KEEPER_EXCEPTION NO_ZOOKEEPER DISTRIBUTED_TOO_MANY_PENDING_BYTES',
    // Its replicas.
    'TOO_FEW_LIVE_REPLICAS UNKNOWN_STATUS_OF_INSERT ALL_REPLICAS_ARE_STALE TABLE_IS_READ_ONLY',
    'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE REPLICA_IS_NOT_IN_QUORUM',
    // Its disks.
    'NOT_ENOUGH_SPACE CANNOT_WRITE_TO_FILE_DESCRIPTOR CANNOT_READ_FROM_FILE_DESCRIPTOR CANNOT_FSYNC',
    'CANNOT_OPEN_FILE CANNOT_CLOSE_FILE CANNOT_CREATE_DIRECTORY CANNOT_STATVFS S3_ERROR',
    // What it has to do at once. Halves of a batch would be more of it: more parts, for example.
    'TOO_MANY_PARTS MEMORY_LIMIT_EXCEEDED CANNOT_ALLOCATE_MEMORY TIMEOUT_EXCEEDED ABORTED',
    'TOO_MANY_SIMULTANEOUS_QUERIES CANNOT_SCHEDULE_TASK SERVER_OVERLOADED QUOTA_EXCEEDED',
    'QUERY_WAS_CANCELLED QUERY_WAS_CANCELLED_BY_CLIENT DEADLOCK_AVOIDED SYSTEM_ERROR',
    // How it is set up.
    'ACCESS_DENIED AUTHENTICATION_FAILED UNKNOWN_DATABASE UNKNOWN_TABLE READONLY',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Whether a failed insert may be due to what was inserted. The way to the store and its state say nothing of that: then exactly the
 * same is to be tried again.
 */
export function isRefused(cause: unknown): boolean {
  return cause instanceof ClickHouseError && !OF_THE_STORE.has(cause.type)
}
