import { setTimeout as pause } from 'node:timers/promises'
import { takeLock } from '@sluice/runtime/directory-lock'
import { LaunchError } from '../../launch/launch-error.mjs'
import { openDataDirectory } from '../data/directory.ts'
import { readRuntime } from '../data/runtime.ts'
import type { Environment } from '../environment.ts'
import type { StoreAddresses } from './addresses.ts'
import { withOfflineStores } from './offline.ts'

const patienceMs = 60_000

/**
 * Gives `use` the stores: those of the environment; else those of the product that runs on the data
 * directory; else the embedded ones, started for as long as `use` takes.
 */
export async function withStores<Result>(
  environment: Environment,
  use: (addresses: StoreAddresses) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl } = environment
  const clickhouseCluster = environment.CLICKHOUSE_CLUSTER
  if (databaseUrl && clickhouseUrl) return use({ databaseUrl, clickhouseUrl, clickhouseCluster })
  const dataDir = openDataDirectory(environment.DATA_DIR)
  const deadline = performance.now() + patienceMs
  for (;;) {
    const lock = takeLock(dataDir)
    if (lock) {
      try {
        return await withOfflineStores(dataDir, environment, use)
      } finally {
        lock.release()
      }
    }
    const stores = readRuntime(dataDir)?.stores
    if (stores) {
      return use({
        databaseUrl: databaseUrl ?? stores.databaseUrl,
        clickhouseUrl: clickhouseUrl ?? stores.clickhouseUrl,
        clickhouseCluster,
      })
    }
    if (performance.now() > deadline) {
      throw new LaunchError(
        `Another process has used ${dataDir} for a minute without starting its stores. Sluice may still be starting. Retry later.`,
      )
    }
    await pause(100)
  }
}
