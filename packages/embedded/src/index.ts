export {
  type ClickHouseProcess,
  type ForkClickHouseOptions,
  forkClickHouse,
} from './clickhouse/fork.ts'
export { EmbeddedStoreError, type EmbeddedStoreErrorCode } from './error.ts'
export { freePort } from './free-port.ts'
export { isCluster, postgresDirectory } from './postgres/directory.ts'
export { type ForkPostgresOptions, forkPostgres, type PostgresProcess } from './postgres/fork.ts'
export type { StoreExit, StoreProcess } from './process/fork-store.ts'
