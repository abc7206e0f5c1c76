import { type ClickHouseClient, TupleParam } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { dayOf } from '../rollups/rules.ts'
import type { ThingNumbers } from '../thing-numbers.ts'

/** The samples of some metrics, of all things, from before a time. */
export interface Expiry {
  readonly metrics: readonly { readonly organization: number; readonly metric: number }[]
  /** Epoch microseconds; a whole day in UTC. */
  readonly before: number
}

interface Store {
  readonly client: ClickHouseClient
  readonly layout: Layout
}

const METRICS = '(organization, metric) IN {metrics:Array(Tuple(UInt32, UInt32))}'
const OLD = `${METRICS} AND time < fromUnixTimestamp64Micro({before:Int64}, 'UTC')`

/**
 * Rollups go last, so that one that was made while the samples went goes too. One that comes still later is marked by whoever made
 * it.
 */
const old = { samples: OLD, latest: OLD, rollups: `${METRICS} AND day < {day:Int32}` }

/** Removes samples from every answer before it resolves. */
export async function expireOld(store: Store, { metrics, before }: Expiry): Promise<void> {
  await removeRows(store, old, {
    metrics: metrics.map(({ organization, metric }) => new TupleParam([organization, metric])),
    ...{ before, day: dayOf(before) },
  })
}

const GONE = '(organization, thing) IN {things:Array(Tuple(UInt32, UInt32))}'
const gone = { samples: GONE, latest: GONE, rollups: GONE, touched: GONE }

/** Removes all that is kept of things which take no samples any more. */
export async function eraseThings(store: Store, things: readonly ThingNumbers[]): Promise<void> {
  await removeRows(store, gone, {
    things: things.map(({ organization, thing }) => new TupleParam([organization, thing])),
  })
}

/** @param parts what goes, by table */
async function removeRows(
  { client, layout }: Store,
  parts: Readonly<Record<string, string>>,
  query_params: Record<string, unknown>,
): Promise<void> {
  for (const [table, rows] of Object.entries(parts)) {
    // Most days there is nothing to remove. Looking first costs less than a statement that touches every
    // part.
    const query = `SELECT 1 FROM ${table} WHERE ${rows} LIMIT 1`
    const found = await client.query({ query, query_params, format: 'JSONCompact' })
    if ((await found.json<unknown[]>()).data.length === 0) continue
    await client.command({
      query: `DELETE FROM ${layout.rowsOf(table)} WHERE ${rows}`,
      query_params,
      clickhouse_settings: { lightweight_deletes_sync: '2', wait_end_of_query: 1 },
    })
  }
}
