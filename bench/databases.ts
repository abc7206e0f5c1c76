import { join } from 'node:path'
import { startBeside } from './beside.ts'
import { startInflux, startVictoria } from './ingest/peers.ts'
import { type BenchStores, startStores } from './stores.ts'
import { startSubject } from './subject.ts'

/** What the bench's organization has; see `ingest/subjects/sluice.ts`. */
interface Holds {
  readonly things: number
  readonly metrics?: readonly string[]
}

/**
 * Sluice on stores of its own, Sluice of another checkout where `BENCH_BESIDE` names one, and the databases that a user
 * would pick, unless `BENCH_ONLY` is `sluice`.
 */
export async function startDatabases(holds: Holds) {
  const alone = process.env.BENCH_ONLY === 'sluice'
  const stores = await startStores()
  const influx = alone ? undefined : await startInflux(stores.directory)
  const victoria = alone ? undefined : await startVictoria(stores.directory)
  const optionsOn = (own: BenchStores) => ({
    ...{ databaseUrl: own.url, clickhouseUrl: own.clickhouseUrl, ...holds },
    log: join(own.directory, 'samples'),
  })
  const file = new URL('./ingest/subjects/sluice.ts', import.meta.url)
  const sluice = await startSubject('Sluice', file, optionsOn(stores))
  const beside = await startBeside('ingest/subjects/sluice.ts', optionsOn)
  return {
    ...{ stores, sluice, beside, influx, victoria },
    async stop() {
      await Promise.all([sluice.stop(), beside?.stop(), influx?.stop(), victoria?.stop()])
      await stores.stop()
    },
  }
}
