import { ClickHouseError } from '@clickhouse/client'

/** ClickHouse's errors for a store that can take nothing now. */
const OF_THE_STORE: ReadonlySet<string | undefined> = new Set(
  [
    // Network.
    'ALL_CONNECTION_TRIES_FAILED NETWORK_ERROR SOCKET_TIMEOUT DNS_ERROR NO_FREE_CONNECTION',
    'KEEPER_EXCEPTION NO_ZOOKEEPER DISTRIBUTED_TOO_MANY_PENDING_BYTES',
    // Replication.
    'TOO_FEW_LIVE_REPLICAS UNKNOWN_STATUS_OF_INSERT ALL_REPLICAS_ARE_STALE TABLE_IS_READ_ONLY',
    'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE REPLICA_IS_NOT_IN_QUORUM',
    // Disks.
    'NOT_ENOUGH_SPACE CANNOT_WRITE_TO_FILE_DESCRIPTOR CANNOT_READ_FROM_FILE_DESCRIPTOR CANNOT_FSYNC',
    'CANNOT_OPEN_FILE CANNOT_CLOSE_FILE CANNOT_CREATE_DIRECTORY CANNOT_STATVFS S3_ERROR',
    // Load. Halving a batch would only add to it, for example more parts.
    'TOO_MANY_PARTS MEMORY_LIMIT_EXCEEDED CANNOT_ALLOCATE_MEMORY TIMEOUT_EXCEEDED ABORTED',
    'TOO_MANY_SIMULTANEOUS_QUERIES CANNOT_SCHEDULE_TASK SERVER_OVERLOADED QUOTA_EXCEEDED',
    'QUERY_WAS_CANCELLED QUERY_WAS_CANCELLED_BY_CLIENT DEADLOCK_AVOIDED SYSTEM_ERROR',
    // Configuration.
    'ACCESS_DENIED AUTHENTICATION_FAILED UNKNOWN_DATABASE UNKNOWN_TABLE READONLY',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Whether a failed insert may be due to its data. Errors of the network or of the store's state say nothing about it:
 * then the same batch has to be retried.
 */
export function isRefused(cause: unknown): boolean {
  return cause instanceof ClickHouseError && !OF_THE_STORE.has(cause.type)
}
