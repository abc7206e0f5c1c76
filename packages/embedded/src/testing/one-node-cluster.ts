import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { forkClickHouse } from '../clickhouse/fork.ts'

/**
 * As much of a cluster as an embedded engine can be: one shard with one replica and working Distributed
 * tables. It takes no part in replication and cannot run statements ON CLUSTER.
 */
const config = `
<clickhouse>
  <!-- By it the engine knows the node below as itself; nothing listens. -->
  <tcp_port>9000</tcp_port>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>01</shard><replica>a</replica></macros>
  <remote_servers>
    <fleet>
      <shard>
        <internal_replication>true</internal_replication>
        <replica><host>127.0.0.1</host><port>9000</port></replica>
      </shard>
    </fleet>
  </remote_servers>
</clickhouse>`

export interface OneNodeCluster {
  readonly name: 'fleet'
  /** Takes what a cluster takes, and leaves out of it what one node cannot do. */
  readonly url: string
  /** The node itself. */
  readonly nodeUrl: string
  /** Statements that came for all nodes, as they came. */
  readonly forAllNodes: readonly string[]
  stop(): Promise<void>
}

/** Starts an engine that is a cluster of one node. */
export async function startOneNodeCluster(): Promise<OneNodeCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-cluster-'))
  const configFile = join(directory, 'config.xml')
  await writeFile(configFile, config)
  const engine = await forkClickHouse({
    ...{ configFile, directory: join(directory, 'data'), password: 'cluster' },
  })
  const forAllNodes: string[] = []
  const adapt = (statement: string) => {
    if (statement.includes(' ON CLUSTER ')) forAllNodes.push(statement)
    return forOneNode(statement)
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, { target: new URL(engine.url), adapt }).catch((error) =>
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

function forOneNode(statement: string): string {
  return statement
    .replaceAll(' ON CLUSTER `fleet`', '')
    .replaceAll(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/g, '$1(')
    .replaceAll('replicated_deduplication_window', 'non_replicated_deduplication_window')
}

/** The statement is in the address where the body holds rows, and is the body otherwise. */
async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, adapt }: { target: URL; adapt: (statement: string) => string },
): Promise<void> {
  const url = new URL(incoming.url ?? '/', target)
  const statement = url.searchParams.get('query')
  const body = await buffer(incoming)
  if (statement !== null) url.searchParams.set('query', adapt(statement))
  // Of a cluster, where the node that is asked need not be the one that answers.
  url.searchParams.delete('prefer_localhost_replica')
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = incoming.headers
  const sent = request({
    ...{ host: target.hostname, port: target.port, path: url.pathname + url.search },
    ...{ method: incoming.method, headers },
  })
  sent.end(statement === null ? adapt(body.toString()) : body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
  answer.pipe(outgoing)
}
