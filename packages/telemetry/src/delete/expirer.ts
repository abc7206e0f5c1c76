import { type ClickHouseClient, TupleParam } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import type { ThingNumbers } from '../thing-numbers.ts'

/** The samples of some metrics, of all things, each from before a time. */
export type Expiry = readonly {
  readonly organization: number
  readonly metric: number
  /** Epoch microseconds; a whole day in UTC. */
  readonly before: number
}[]

interface Store {
  readonly client: Pick<ClickHouseClient, 'query' | 'command'>
  readonly layout: Layout
}

const METRICS = '(organization, metric) IN {metrics:Array(Tuple(UInt32, UInt32))}'

/** When samples of a row's metric end. */
const END = `transform(
  bitOr(bitShiftLeft(toUInt64(organization), 32), toUInt64(metric)), {keys:Array(UInt64)}, {ends:Array(Int64)},
  toInt64(-9223372036854775808))`

// A statement costs what the tables have in parts. So one has metrics of any ends; the latest of these spares years.
const OLD = `${METRICS} AND time < fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
  AND toUnixTimestamp64Micro(time) < ${END}`

/**
 * Rollups go last, so that one that was made while the samples went goes too. One that comes still later is marked by whoever made
 * it.
 */
const old = {
  samples: OLD,
  latest: OLD,
  rollups: `${METRICS} AND day < {latestDay:Int32} AND toInt64(day) * ${DAY} < ${END}`,
}

/**
 * Removes samples from every answer before it resolves. Of those that there were `forget` tells all nodes, also where the rest
 * fails: the next run may find nothing more.
 */
export async function expireOld(
  store: Store,
  expiry: Expiry,
  forget: () => Promise<void>,
): Promise<void> {
  const latest = Math.max(...expiry.map(({ before }) => before))
  const params = {
    metrics: expiry.map(({ organization, metric }) => new TupleParam([organization, metric])),
    keys: expiry.map(({ organization, metric }) => (BigInt(organization) << 32n) | BigInt(metric)),
    ends: expiry.map(({ before }) => before),
    ...{ latest, latestDay: dayOf(latest) },
  }
  let any = false
  try {
    await removeRows(store, old, params, () => {
      any = true
    })
  } finally {
    if (any) await forget()
  }
}

const GONE = '(organization, thing) IN {things:Array(Tuple(UInt32, UInt32))}'
const gone = { samples: GONE, latest: GONE, rollups: GONE, touched: GONE }

/** Removes all that is kept of things which take no samples any more. */
export async function eraseThings(store: Store, things: readonly ThingNumbers[]): Promise<void> {
  await removeRows(store, gone, {
    things: things.map(({ organization, thing }) => new TupleParam([organization, thing])),
  })
}

/**
 * @param parts what goes, by table
 * @param removing called before anything goes
 */
async function removeRows(
  { client, layout }: Store,
  parts: Readonly<Record<string, string>>,
  query_params: Record<string, unknown>,
  removing = () => {},
): Promise<void> {
  for (const [table, rows] of Object.entries(parts)) {
    // Most days there is nothing to remove. Looking first costs less than a statement that touches every
    // part.
    const query = `SELECT 1 FROM ${table} WHERE ${rows} LIMIT 1`
    const found = await client.query({ query, query_params, format: 'JSONCompact' })
    if ((await found.json<unknown[]>()).data.length === 0) continue
    removing()
    await client.command({
      query: `DELETE FROM ${layout.rowsOf(table)} WHERE ${rows}`,
      query_params,
      clickhouse_settings: { lightweight_deletes_sync: '2', wait_end_of_query: 1 },
    })
  }
}
