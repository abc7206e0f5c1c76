import type { ClickHouseClient } from '@clickhouse/client'
import type { Layout } from '../store-layout.ts'
import { LATEST_RANK } from './schema.ts'
import type { Writer } from './writer.ts'

/** The samples of a thing from `from` until before `to`, epoch microseconds; of some metrics, else of all. */
export interface Erasure {
  readonly organization: number
  readonly thing: number
  readonly metrics: readonly number[] | undefined
  readonly from: number
  readonly to: number
}

const SERIES = `organization = {organization:UInt32} AND thing = {thing:UInt32}
  AND (empty({metrics:Array(UInt32)}) OR metric IN {metrics:Array(UInt32)})`

const RANGE = `${SERIES} AND time >= fromUnixTimestamp64Micro({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Micro({to:Int64}, 'UTC')`

/** Writes to the table of latest samples what is left of the series: exactly what the writer had once written. */
const REMEMBER_LATEST = `
  INSERT INTO latest (organization, thing, metric, time, number, text, rank)
  SELECT organization, thing, metric, argMax(time, ranked), argMax(number, ranked),
    argMax(text, ranked), max(ranked)
  FROM (
    SELECT organization, thing, metric, time, number, text, ${LATEST_RANK} AS ranked
    FROM samples WHERE ${SERIES}
  )
  GROUP BY organization, thing, metric`

/**
 * Removes samples from every answer before it resolves. All versions of a sample go, so none comes back by a merge.
 *
 * A write of this process that was under way may have left its samples before the first statement and have yet to
 * add its latest values: so these are erased only after the writes that were there. A sample that comes later than
 * the erasure began may stay, in every answer alike.
 */
export async function eraseSamples(
  client: ClickHouseClient,
  layout: Layout,
  writer: Pick<Writer, 'settled'>,
  { metrics = [], ...erasure }: Erasure,
): Promise<void> {
  const run = (query: string) =>
    client.command({
      query,
      query_params: { ...erasure, metrics },
      // Waits until the rows are gone on every replica.
      clickhouse_settings: { lightweight_deletes_sync: '2', wait_end_of_query: 1 },
    })
  await run(`DELETE FROM ${layout.rowsOf('samples')} WHERE ${RANGE}`)
  await writer.settled()
  await run(`DELETE FROM ${layout.rowsOf('latest')} WHERE ${RANGE}`)
  await run(REMEMBER_LATEST)
}
