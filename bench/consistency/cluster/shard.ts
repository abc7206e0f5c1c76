import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forkClickHouse, freePort } from '@sluice/embedded'
import { clusterConfig, type ReplicaFaults, startReplicas } from '@sluice/embedded/testing'
import type { Dice } from '../dice.ts'
import { Store } from './stores.ts'

interface Place {
  readonly directory: string
  readonly password: string
  readonly dice: Dice
}

/** What samples are kept in: one engine, or several that are replicas of each other. */
export async function openShard(count: number, { directory, password, dice }: Place) {
  const configFile = join(directory, 'cluster.xml')
  await writeFile(configFile, clusterConfig(count))
  const engines = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const options = {
        ...{ directory: join(directory, `clickhouse-${i}`), password, port: await freePort() },
        ...(count > 1 && { configFile }),
      }
      const running = await forkClickHouse(options)
      const name = count > 1 ? `engine ${i + 1}` : 'engine'
      return { url: running.url, store: new Store(name, running, () => forkClickHouse(options)) }
    }),
  )
  const urls = engines.map(({ url }) => url)
  let isStruck = false
  const faults = faultsOf(dice, () => isStruck)
  const replicas = count > 1 ? await startReplicas(urls, faults) : undefined
  return {
    engines: engines.map(({ store }) => store),
    /** Of the cluster; undefined for one engine. */
    name: replicas?.name,
    url: replicas?.url ?? (urls[0] as string),
    /** From now on connections are cut. */
    strike() {
      isStruck = true
    },
    /** Runs a statement that names tables, in every engine; resolves whether all could. */
    async command(sql: string): Promise<boolean> {
      const local = replicas ? sql.replace(/TABLE (\w+)/, 'TABLE $1_local') : sql
      const done = await Promise.all(urls.map((url) => ask(url, local)))
      return done.every(Boolean)
    },
    async stop() {
      await replicas?.stop()
      await Promise.all(engines.map(({ store }) => store.stop()))
    },
  }
}

/** Half of the inserts reach the other replica within 50 ms, some after seconds; one call in a hundred loses its connection. */
function faultsOf(dice: Dice, isStruck: () => boolean): ReplicaFaults {
  const lag = () => dice() * dice.of([50, 50, 50, 50, 50, 500, 500, 500, 500, 5000])
  const cut = () =>
    isStruck() && dice.chance(0.01) ? dice.of(['before', 'after'] as const) : undefined
  return { lag, cut, random: dice, session: 2000 }
}

async function ask(url: string, body: string): Promise<boolean> {
  const { username, password, origin } = new URL(url)
  const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password }
  const init = { method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) }
  return fetch(origin, init).then(
    ({ ok }) => ok,
    () => false,
  )
}
