/**
 * What brings the stores to this code's schema. It has an entry of its own, because it reads prisma/migrations from the
 * disk and runs Prisma's command line: no bundle may contain it.
 */
import { migrateStore, type StoreAddress } from '@sluice/clickhouse'
import { telemetrySteps } from '@sluice/telemetry'
import { usageSteps } from './usage/index.ts'

export { UnreachableStoreError } from '@sluice/clickhouse'
export { isJoined, joinStores } from './database/join-stores.ts'
export * from './database/migrate.ts'

/** Every step ever released of the telemetry store. */
export const storeSteps = [...telemetrySteps, ...usageSteps].toSorted(
  (a, b) => a.version - b.version,
)

/** Brings the telemetry store to this build's schema. Safe to repeat; rejects with the store's error. */
export function migrateTelemetry(address: StoreAddress): Promise<void> {
  return migrateStore(address, storeSteps)
}
