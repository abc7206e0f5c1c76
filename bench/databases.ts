import { randomBytes } from 'node:crypto'
import { startBeside } from './beside.ts'
import { startInflux, startVictoria } from './ingest/peers.ts'
import { sampleLogIn } from './product/api.ts'
import { type BenchStores, startStores } from './stores.ts'
import { startSubject } from './subject.ts'

/** What the bench's organization has; see `ingest/subjects/sluice.ts`. */
interface Holds {
  readonly things: number
  /** How many of them are in the fleet `all`. Default: all. */
  readonly inFleet?: number
  readonly metrics?: readonly string[]
}

/**
 * Sluice on stores of its own, Sluice of another checkout where `BENCH_BESIDE` names one, and the databases that a user
 * would pick, unless `BENCH_ONLY` is `sluice`.
 */
export async function startDatabases(holds: Holds) {
  const alone = process.env.BENCH_ONLY === 'sluice'
  const stores = await startStores()
  const optionsOn = (own: BenchStores) => ({
    ...{ databaseUrl: own.url, clickhouseUrl: own.clickhouseUrl, ...holds },
    log: sampleLogIn(own),
  })
  const file = new URL('./ingest/subjects/sluice.ts', import.meta.url)
  const pepper = randomBytes(32).toString('hex')
  async function start(key?: string) {
    const influx = alone ? undefined : await startInflux(stores.directory)
    const victoria = alone ? undefined : await startVictoria(stores.directory)
    const sluice = await startSubject('Sluice', file, { ...optionsOn(stores), pepper, key })
    return { sluice, influx, victoria }
  }
  let serving = await start()
  const beside = await startBeside('ingest/subjects/sluice.ts', optionsOn)
  const stop = ({ sluice, influx, victoria }: typeof serving) =>
    Promise.all([sluice.stop(), influx?.stop(), victoria?.stop()])
  return {
    ...{ stores, beside, ...serving },
    /** Ends all of them but Postgres, and starts them again on what they have stored, at other addresses. */
    async restart() {
      const key = serving.sluice.headers['X-Api-Key']
      await stop(serving)
      await stores.restartEngine()
      serving = await start(key)
      return serving
    },
    async stop() {
      await Promise.all([stop(serving), beside?.stop()])
      await stores.stop()
    },
  }
}
