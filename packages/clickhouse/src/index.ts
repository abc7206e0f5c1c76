export { connect, databaseOf, inTime, layoutAt, type StoreAddress } from './connection.ts'
export { installationsOf, noteInstallation } from './installation.ts'
export { jsonRows } from './json-rows.ts'
export { type Layout, layoutOf, MOST_LAG_SECONDS } from './layout.ts'
export { migrateStore, type SchemaStep, UnreachableStoreError } from './migrate.ts'
export {
  bytesOf,
  type Column,
  distinctTexts,
  encodeBlock,
  mostBytesOf,
  repeatedTexts,
  writeHalves,
  writePrefixed,
} from './native-block.ts'
export {
  finite,
  type NativeColumn,
  type NativeLists,
  type NativeTuples,
  valueReader,
} from './native-column.ts'
export { type QueryTurns, shareQueries } from './query-turns.ts'
export { type NativeBlock, readNative } from './read-native.ts'
export { replicasOf } from './replicas.ts'
export { traceQuery } from './trace-query.ts'
