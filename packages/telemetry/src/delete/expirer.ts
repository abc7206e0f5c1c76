import { type ClickHouseClient, TupleParam } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import type { ThingNumbers } from '../thing-numbers.ts'

/** Metrics of all things, and the time before which their samples expire. */
export type Expiry = readonly {
  readonly organization: number
  readonly metric: number
  /** Epoch microseconds, on a UTC day boundary. */
  readonly before: number
}[]

interface Store {
  readonly client: Pick<ClickHouseClient, 'query' | 'command'>
  readonly layout: Layout
}

const METRICS = '(organization, metric) IN {metrics:Array(Tuple(UInt32, UInt32))}'

/** The time before which a row's metric expires. */
const END = `transform(
  bitOr(bitShiftLeft(toUInt64(organization), 32), toUInt64(metric)), {keys:Array(UInt64)}, {ends:Array(Int64)},
  toInt64(-9223372036854775808))`

// A statement's cost depends on the number of parts. So one covers metrics with different ends, and `latest` prunes
// partitions.
const OLD = `${METRICS} AND time < fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
  AND toUnixTimestamp64Micro(time) < ${END}`

/** Rollups go last, so that those computed meanwhile go, too. Rollups that come still later are marked by the roller. */
const old = {
  samples: OLD,
  latest: OLD,
  rollups: `${METRICS} AND day < {latestDay:Int32} AND toInt64(day) * ${DAY} < ${END}`,
}

/**
 * Removes samples from all answers before it resolves. If there were any, `forget` is called to tell all nodes, also when the rest
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

/** Removes everything about things that accept no more samples. */
export async function eraseThings(store: Store, things: readonly ThingNumbers[]): Promise<void> {
  await removeRows(store, gone, {
    things: things.map(({ organization, thing }) => new TupleParam([organization, thing])),
  })
}

/**
 * @param parts the condition of the rows to remove, by table
 * @param removing called before any are removed
 */
async function removeRows(
  { client, layout }: Store,
  parts: Readonly<Record<string, string>>,
  query_params: Record<string, unknown>,
  removing = () => {},
): Promise<void> {
  for (const [table, rows] of Object.entries(parts)) {
    // On most days there is nothing to remove. Looking first costs less than a statement that touches every part.
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
