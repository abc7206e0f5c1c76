import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, migrateTelemetry } from '@sluice/core/migrate'
import { type forkClickHouse, forkPostgres, freePort, postgresDirectory } from '@sluice/embedded'
import { prepareOrganization } from '../../product/organization.ts'
import type { Dice } from '../dice.ts'
import { Node } from './node.ts'
import { openShard } from './shard.ts'
import { openSkew } from './skew.ts'
import { Store } from './stores.ts'

/** What faults strike and workers ask. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly engines: readonly Store<Awaited<ReturnType<typeof forkClickHouse>>>[]
  readonly postgres: Store<Awaited<ReturnType<typeof forkPostgres>>>
  readonly key: string
  /** Runs a statement in every engine; resolves whether all could. */
  command(sql: string): Promise<boolean>
  close(): Promise<void>
}

export interface ClusterOptions {
  /** One has the log of samples; several share one. */
  readonly nodes: number
  /** Of the one shard that the engine is; more than one are behind an address that delays, reorders and cuts. */
  readonly replicas: number
  /** Where libfaketime is. With it the clocks of nodes can be set. */
  readonly faketime: string | undefined
  /** Asked for variables of each node. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly dice: Dice
}

/** Stores of its own in a temporary directory, and API processes on them. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { nodes: count, faketime, environment, dice } = options
  const directory = await mkdtemp(join(tmpdir(), 'sluice-consistency-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(directory, 0o755)
  const password = randomBytes(16).toString('hex')
  const forPostgres = { directory: postgresDirectory(directory), password, port: await freePort() }
  const [shard, postgres] = await Promise.all([
    openShard(options.replicas, { directory, password, dice }),
    forkPostgres(forPostgres),
  ])
  const stores = { databaseUrl: postgres.url, clickhouseUrl: shard.url }
  const address = { url: shard.url, cluster: shard.name }
  await Promise.all([migrate(stores), migrateTelemetry(address)])
  shard.strike()
  const { pepper, key } = await prepareOrganization(stores, { things: [], metrics: [] })
  const nodes: Node[] = []
  const onCluster = shard.name !== undefined && { environment: { CLICKHOUSE_CLUSTER: shard.name } }
  for (let i = 0; i < count; i += 1) {
    const sampleLog = count === 1 ? join(directory, 'samples') : undefined
    const logFile = join(directory, `node-${i + 1}.log`)
    const skew = faketime ? openSkew(faketime, join(directory, `clock-${i}`)) : undefined
    nodes.push(
      new Node(
        `n${i + 1}`,
        { ...stores, ...onCluster, pepper, port: await freePort(), sampleLog, logFile },
        skew,
      ),
    )
  }
  await Promise.all(nodes.map((node) => node.start(environment())))
  const database = new Store('Postgres', postgres, () => forkPostgres(forPostgres))
  return {
    ...{ nodes, key, engines: shard.engines, postgres: database },
    command: shard.command,
    async close() {
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all([shard.stop(), database.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
