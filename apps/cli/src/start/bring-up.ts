import { dirname } from 'node:path'
import { allEnded } from '../all-ended.ts'
import { writeRuntime } from '../data/runtime.ts'
import type { StoreAddresses } from '../stores/addresses.ts'
import { postgresPlace } from '../stores/postgres-place.ts'
import { prepareStores } from '../stores/prepare.ts'
import { buildConsole } from './build-console.ts'
import { type Introduction, prepareDemo } from './demo.ts'
import { addApi, addConsole, addStore } from './members.ts'
import type { Run } from './run.ts'
import { requireNoneLeft } from './sample-log.ts'

/** What a person needs to know of the running product. */
export interface Summary {
  readonly console: string
  readonly api: string
  readonly data: string
  /** Postgres' files, where they are not below `data`. */
  readonly postgres?: string
  readonly demo?: Introduction
}

/** Everything in order, and at once what can be. Resolves when all of it answers. */
export async function bringUp(run: Run): Promise<Summary> {
  requireNoneLeft(run)
  const stores = bringUpStores(run)
  const built = buildConsole(run)
  const [{ demo }] = await allEnded([
    stores,
    stores.then(({ addresses }) => addApi(run, addresses)),
    allEnded([stores, built]).then(([{ addresses }]) => addConsole(run, addresses)),
  ])
  const { environment, dataDir } = run
  const postgres = environment.DATABASE_URL ? undefined : postgresPlace(run).directory
  return {
    console: environment.CONSOLE_URL,
    api: environment.API_URL,
    data: dataDir,
    ...(postgres && dirname(postgres) !== dataDir && { postgres }),
    ...(demo && { demo }),
  }
}

/** Resolves when the stores serve the current schema, and the demo organization where there is to be one. */
async function bringUpStores(
  run: Run,
): Promise<{ addresses: StoreAddresses; demo: Introduction | undefined }> {
  const { environment, dataDir, step } = run
  const [databaseUrl, clickhouseUrl] = await allEnded([
    environment.DATABASE_URL ?? addStore(run, 'postgres'),
    environment.CLICKHOUSE_URL ?? addStore(run, 'clickhouse'),
  ])
  const cluster = environment.CLICKHOUSE_CLUSTER
  const addresses = { databaseUrl, clickhouseUrl, clickhouseCluster: cluster }
  await step('Applying migrations', () => prepareStores({ addresses, environment, home: run }))
  const { API_URL: apiUrl, CONSOLE_URL: consoleUrl } = environment
  writeRuntime(dataDir, { pid: process.pid, apiUrl, consoleUrl, stores: addresses })
  return { addresses, demo: await prepareDemo(run, addresses) }
}
