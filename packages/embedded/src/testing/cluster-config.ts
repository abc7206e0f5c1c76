/**
 * What makes an embedded engine one of so many replicas of one shard. It takes no part in replication and cannot run statements ON
 * CLUSTER; working Distributed tables over itself it has.
 */
export function clusterConfig(replicas: number): string {
  // By its port the engine knows the first one as itself; nothing listens.
  const ports = Array.from({ length: replicas }, (_, i) => 9000 + i)
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
  </remote_servers>
</clickhouse>`
}

/** A statement for a cluster, as one of its nodes takes it. */
export function forOneNode(statement: string): string {
  return statement
    .replaceAll(' ON CLUSTER `fleet`', '')
    .replaceAll(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/g, '$1(')
    .replaceAll('replicated_deduplication_window', 'non_replicated_deduplication_window')
}
