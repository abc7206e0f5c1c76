import type { ClickHouseClient } from '@clickhouse/client'
import type { Layout } from './layout.ts'

const REPLICAS = `
  SELECT min(replicas), max(replicas)
  FROM (SELECT count() AS replicas FROM system.clusters WHERE cluster = {cluster:String} GROUP BY shard_num)`

/**
 * The number of replicas per shard, by the server's current configuration; 1 without a cluster. Rejects if it differs
 * between shards: an insert with a quorum of all replicas has one number for all shards.
 */
export async function replicasOf(
  client: ClickHouseClient,
  { cluster }: Pick<Layout, 'cluster'>,
): Promise<number> {
  if (cluster === undefined) return 1
  const found = await client.query({
    ...{ query: REPLICAS, query_params: { cluster }, format: 'JSONCompact' },
  })
  const { data } = await found.json<[least: number, most: number]>()
  const [least, most] = data[0] ?? [0, 0]
  if (least > 0 && least === most) return most
  throw new Error(
    most === 0
      ? `ClickHouse knows no cluster "${cluster}". Define it under remote_servers, on every server.`
      : `The shards of the cluster "${cluster}" have ${least} to ${most} replicas. Give each as many under remote_servers.`,
  )
}
