import { type ClickHouseClient, TupleParam } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { dayOf } from '../rollups/rules.ts'

/** The samples of some metrics, of all things, from before a time. */
export interface Expiry {
  readonly metrics: readonly { readonly organization: number; readonly metric: number }[]
  /** Epoch microseconds; a whole day in UTC. */
  readonly before: number
}

const METRICS = '(organization, metric) IN {metrics:Array(Tuple(UInt32, UInt32))}'
const OLD = `${METRICS} AND time < fromUnixTimestamp64Micro({before:Int64}, 'UTC')`

/** Rollups go last, so that one that was made while the samples went goes too. */
const parts = { samples: OLD, latest: OLD, rollups: `${METRICS} AND day < {day:Int32}` }

/** Removes samples from every answer before it resolves. */
export async function expireOld(
  { client, layout }: { readonly client: ClickHouseClient; readonly layout: Layout },
  { metrics, before }: Expiry,
): Promise<void> {
  const query_params = {
    metrics: metrics.map(({ organization, metric }) => new TupleParam([organization, metric])),
    ...{ before, day: dayOf(before) },
  }
  for (const [table, old] of Object.entries(parts)) {
    // Most days there is nothing to remove. Looking first costs less than a statement that touches every
    // part.
    const query = `SELECT 1 FROM ${table} WHERE ${old} LIMIT 1`
    const found = await client.query({ query, query_params, format: 'JSONCompact' })
    if ((await found.json<unknown[]>()).data.length === 0) continue
    await client.command({
      query: `DELETE FROM ${layout.rowsOf(table)} WHERE ${old}`,
      query_params,
      clickhouse_settings: { lightweight_deletes_sync: '2', wait_end_of_query: 1 },
    })
  }
}
