import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, migrateTelemetry } from '@sluice/core/migrate'
import { forkClickHouse, forkPostgres, freePort, postgresDirectory } from '@sluice/embedded'
import { prepareOrganization } from '../../product/organization.ts'
import { Node } from './node.ts'
import { openSkew } from './skew.ts'
import { Store } from './stores.ts'

/** What faults strike and workers ask. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly engine: Store<Awaited<ReturnType<typeof forkClickHouse>>>
  readonly postgres: Store<Awaited<ReturnType<typeof forkPostgres>>>
  readonly key: string
  /** Runs a statement in the engine; resolves whether it could. */
  command(sql: string): Promise<boolean>
  close(): Promise<void>
}

/**
 * Stores of its own in a temporary directory, and API processes on them: one with the log of samples, or several that insert by
 * themselves. With libfaketime their clocks can be set. `environment` is asked for variables of each.
 */
export async function openCluster(
  count: number,
  faketime: string | undefined,
  environment: () => Readonly<Record<string, string>>,
): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-consistency-'))
  // Root's Postgres runs as another user, who must be able to enter.
  await chmod(directory, 0o755)
  const password = randomBytes(16).toString('hex')
  const forEngine = { directory: join(directory, 'clickhouse'), password, port: await freePort() }
  const forPostgres = { ...postgresDirectory(directory), password, port: await freePort() }
  const [engine, postgres] = await Promise.all([
    forkClickHouse(forEngine),
    forkPostgres(forPostgres),
  ])
  const stores = { databaseUrl: postgres.url, clickhouseUrl: engine.url }
  await Promise.all([migrate(stores), migrateTelemetry({ url: engine.url })])
  const { pepper, key } = await prepareOrganization(stores, { things: [], metrics: [] })
  const nodes: Node[] = []
  for (let i = 0; i < count; i += 1) {
    const sampleLog = count === 1 ? join(directory, 'samples') : undefined
    const logFile = join(directory, `node-${i + 1}.log`)
    const skew = faketime ? openSkew(faketime, join(directory, `clock-${i}`)) : undefined
    nodes.push(
      new Node(
        `n${i + 1}`,
        { ...stores, pepper, port: await freePort(), sampleLog, logFile },
        skew,
      ),
    )
  }
  await Promise.all(nodes.map((node) => node.start(environment())))
  const cluster = {
    ...{ nodes, key },
    engine: new Store('engine', engine, () => forkClickHouse(forEngine)),
    postgres: new Store('Postgres', postgres, () => forkPostgres(forPostgres)),
  }
  return {
    ...cluster,
    async command(sql) {
      const { username, password: word, origin } = new URL(engine.url)
      const headers = { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': word }
      const init = { method: 'POST', body: sql, headers, signal: AbortSignal.timeout(20_000) }
      return fetch(origin, init).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all([cluster.engine.stop(), cluster.postgres.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
