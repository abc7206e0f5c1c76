import type { ClickHouseClient } from '@clickhouse/client'
import type { Layout } from './layout.ts'

/** The table that records which installation these samples belong to. */
export const installationTable = (layout: Layout) => `
  CREATE TABLE IF NOT EXISTS installation${layout.everywhere} (id String)
  ENGINE = ${layout.engineOfCopies('ReplacingMergeTree')} ORDER BY id`

/** The ids of installations that have claimed this store: one, or none yet. */
export async function installationsOf(client: ClickHouseClient): Promise<string[]> {
  const query = 'SELECT DISTINCT id FROM installation ORDER BY id'
  const found = await client.query({ query, format: 'JSONEachRow' })
  return (await found.json<{ id: string }>()).map(({ id }) => id)
}

/** Claims the store for an installation. Idempotent. On a cluster, all servers know it when this resolves. */
export async function noteInstallation(
  client: ClickHouseClient,
  { cluster }: Layout,
  id: string,
): Promise<void> {
  await client.insert({
    ...{ table: 'installation', values: [{ id }], format: 'JSONEachRow' },
    ...(cluster && {
      clickhouse_settings: { insert_quorum: String(await serversOf(client, cluster)) },
    }),
  })
}

async function serversOf(client: ClickHouseClient, cluster: string): Promise<number> {
  const found = await client.query({
    query: 'SELECT count() FROM system.clusters WHERE cluster = {cluster:String}',
    query_params: { cluster },
    format: 'JSONCompact',
  })
  return (await found.json<[number]>()).data[0]?.[0] ?? 0
}
