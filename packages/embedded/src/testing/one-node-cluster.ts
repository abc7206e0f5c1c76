import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { forkClickHouse } from '../clickhouse/fork.ts'
import { clusterConfig, forOneNode } from './cluster-config.ts'
import { forward } from './forward.ts'

export interface OneNodeCluster {
  readonly name: 'fleet'
  /** Accepts statements for a cluster, and removes what a single node cannot do. */
  readonly url: string
  /** The node itself. */
  readonly nodeUrl: string
  /** The original statements for all nodes. */
  readonly forAllNodes: readonly string[]
  stop(): Promise<void>
}

/** Starts an engine that imitates a cluster of one node, as far as an embedded one can. */
export async function startOneNodeCluster(): Promise<OneNodeCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-cluster-'))
  const configFile = join(directory, 'config.xml')
  await writeFile(configFile, clusterConfig(1))
  const engine = await forkClickHouse({
    ...{ configFile, directory: join(directory, 'data'), password: 'cluster' },
  })
  const forAllNodes: string[] = []
  const adapt = (statement: string) => {
    if (statement.includes(' ON CLUSTER ')) forAllNodes.push(statement)
    return forOneNode(statement)
  }
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, { target: new URL(engine.url), adapt }).catch((error) =>
      outgoing.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(engine.url)
  url.port = String((server.address() as { port: number }).port)
  return {
    name: 'fleet',
    url: url.href,
    nodeUrl: engine.url,
    forAllNodes,
    async stop() {
      server.closeAllConnections()
      server.close()
      await engine.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The statement is in the URL if the body has rows, else it is the body. */
async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, adapt }: { target: URL; adapt: (statement: string) => string },
): Promise<void> {
  const url = new URL(incoming.url ?? '/', target)
  const statement = url.searchParams.get('query')
  const body = await buffer(incoming)
  if (statement !== null) url.searchParams.set('query', adapt(statement))
  const { method, headers } = incoming
  const adapted = statement === null ? Buffer.from(adapt(body.toString())) : body
  const answer = await forward({ method, headers, url, body: adapted }, target)
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(outgoing)
}
