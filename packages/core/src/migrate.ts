/**
 * Brings the stores to this code's schema. A separate entry point, because it reads prisma/migrations from disk and
 * runs Prisma's command line: no bundle may include it.
 */
import { migrateStore, type StoreAddress } from '@sluice/clickhouse'
import { telemetrySteps } from '@sluice/telemetry'
import { usageSteps } from './usage/index.ts'

export { UnreachableStoreError } from '@sluice/clickhouse'
export { isJoined, joinStores } from './database/join-stores.ts'
export * from './database/migrate.ts'

/** All released steps of the telemetry store. */
export const storeSteps = [...telemetrySteps, ...usageSteps].toSorted(
  (a, b) => a.version - b.version,
)

/** Brings the telemetry store to this build's schema. Idempotent; rejects with the store's error. */
export function migrateTelemetry(address: StoreAddress): Promise<void> {
  return migrateStore(address, storeSteps)
}
