import { allEnded } from '../all-ended.ts'
import { openLogs } from '../data/logs.ts'
import { openMemory } from '../data/memory.ts'
import { requireOwner } from '../data/owner.ts'
import { removeRuntime } from '../data/runtime.ts'
import { keptSecrets } from '../data/secrets.ts'
import type { Environment } from '../environment.ts'
import type { StoreAddresses } from './addresses.ts'
import { type EmbeddedStore, type StoreName, startStore } from './embedded.ts'

/**
 * Starts the embedded stores of a data directory that this process has locked, and stops them after `use`.
 * A store that the environment gives the address of is not embedded.
 */
export async function withOfflineStores<Result>(
  dataDir: string,
  environment: Environment,
  use: (addresses: StoreAddresses) => Promise<Result>,
): Promise<Result> {
  requireOwner(dataDir)
  removeRuntime(dataDir)
  const home = { dataDir, secrets: keptSecrets(dataDir), memory: openMemory(dataDir) }
  const logs = openLogs(dataDir, () => {}, false)
  const started: EmbeddedStore[] = []
  async function open(name: StoreName): Promise<string> {
    const store = await startStore(name, home, logs.of(name))
    started.push(store)
    return store.url
  }
  try {
    const [databaseUrl, clickhouseUrl] = await allEnded([
      environment.DATABASE_URL ?? open('postgres'),
      environment.CLICKHOUSE_URL ?? open('clickhouse'),
    ])
    return await use({
      databaseUrl,
      clickhouseUrl,
      clickhouseCluster: environment.CLICKHOUSE_CLUSTER,
      home,
    })
  } finally {
    await Promise.all(started.map((store) => store.stop()))
    logs.close()
  }
}
