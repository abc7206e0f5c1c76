import { join } from 'node:path'
import { joinStores, migrate, migrateTelemetry } from '@sluice/core/migrate'
import { allEnded } from '../all-ended.ts'
import type { Environment } from '../environment.ts'
import type { StoreAddresses } from './addresses.ts'
import type { StoreHome } from './embedded.ts'
import { postgresPlace } from './postgres-place.ts'

interface Preparation {
  readonly addresses: StoreAddresses
  readonly environment: Environment
  /** Where this process itself started stores, or would have. */
  readonly home?: StoreHome | undefined
  readonly log?: (line: string) => void
}

/**
 * Brings the stores to this version's schema.
 *
 * @throws MigrationError, also where the stores do not belong together
 */
export async function prepareStores(preparation: Preparation): Promise<{ applied: string[] }> {
  const { addresses, environment, home, log } = preparation
  const { databaseUrl, clickhouseUrl: url, clickhouseCluster: cluster } = addresses
  const [{ applied }] = await allEnded([
    migrate({ databaseUrl, ...(log && { log }) }),
    migrateTelemetry({ url, cluster }),
  ])
  const kept = home && (!environment.DATABASE_URL || !environment.CLICKHOUSE_URL) ? home : undefined
  const remembered = kept?.memory.content.installation
  const embedded = kept && directoriesOf(kept, environment)
  const installation = await joinStores({ ...addresses, remembered, ...(embedded && { embedded }) })
  if (remembered === undefined) kept?.memory.remember({ installation })
  return { applied }
}

function directoriesOf(home: StoreHome, { DATABASE_URL, CLICKHOUSE_URL }: Environment) {
  return {
    ...(!DATABASE_URL && { database: postgresPlace(home).directory }),
    ...(!CLICKHOUSE_URL && { telemetry: join(home.dataDir, 'clickhouse') }),
  }
}
