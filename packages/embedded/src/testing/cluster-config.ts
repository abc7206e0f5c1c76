/**
 * Configures an embedded engine as one of several replicas of one shard. It has no replication and cannot run
 * statements ON CLUSTER, but has working Distributed tables over itself. In the cluster `pair` it is two shards, which
 * have the same rows.
 */
export function clusterConfig(replicas: number): string {
  // The engine recognizes the first one as itself by its port; nothing listens there.
  const ports = Array.from({ length: replicas }, (_, i) => 9000 + i)
  const itself = '<shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard>'
  return `
<clickhouse>
  <tcp_port>9000</tcp_port>
  <zookeeper><implementation>testkeeper</implementation></zookeeper>
  <macros><shard>01</shard><replica>a</replica></macros>
  <remote_servers>
    <fleet>
      <shard>
        <internal_replication>true</internal_replication>
        ${ports.map((port) => `<replica><host>127.0.0.1</host><port>${port}</port></replica>`).join('')}
      </shard>
    </fleet>
    <pair>${itself}${itself}</pair>
  </remote_servers>
</clickhouse>`
}

/** Converts a statement for a cluster to one for a single node. */
export function forOneNode(statement: string): string {
  return statement
    .replaceAll(' ON CLUSTER `fleet`', '')
    .replaceAll(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/g, '$1(')
    .replaceAll('replicated_deduplication_window', 'non_replicated_deduplication_window')
}
