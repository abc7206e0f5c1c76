import type { ClickHouseClient } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import { LATEST_RANK } from '../schema.ts'
import type { NumberingWriter } from '../write/writer.ts'

/** The samples of a thing from `from` until before `to`, epoch microseconds; of some metrics, else of all. */
export interface Erasure {
  readonly organization: number
  readonly thing: number
  readonly metrics: readonly number[] | undefined
  readonly from: number
  readonly to: number
  /** Only rows of lower versions, where an erasure is done again: what was written since it began stays. All without it. */
  readonly below?: bigint
}

const SERIES = `organization = {organization:UInt32} AND thing = {thing:UInt32}
  AND (empty({metrics:Array(UInt32)}) OR metric IN {metrics:Array(UInt32)})`

const RANGE = `${SERIES} AND time >= fromUnixTimestamp64Micro({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Micro({to:Int64}, 'UTC')`

const BELOW = 'version < {below:UInt64}'
/** The lower half of a rank is the version. */
const BELOW_IN_LATEST = 'toUInt64(bitAnd(rank, toUInt128(18446744073709551615))) < {below:UInt64}'
const ANY_VERSION = 18_446_744_073_709_551_615n

const DAYS = 'day >= {firstDay:Int32} AND day <= {lastDay:Int32}'

/**
 * Writes the latest samples that are left of the series to `latest`: exactly what the writer had once
 * written.
 */
const REMEMBER_LATEST = `
  INSERT INTO latest (organization, thing, metric, time, number, text, rank)
  SELECT organization, thing, metric, argMax(time, ranked), argMax(number, ranked),
    argMax(text, ranked), max(ranked)
  FROM (
    SELECT organization, thing, metric, time, number, text, ${LATEST_RANK} AS ranked
    FROM samples WHERE ${SERIES}
  )
  GROUP BY organization, thing, metric`

/** Marks the days that have something to erase. Rollups of other days stay true. */
const MARK = `
  INSERT INTO touched (organization, thing, metric, day)
  WITH toUnixTimestamp64Micro(time) AS t
  SELECT DISTINCT organization, thing, metric, toInt32(intDiv(t - positiveModulo(t, toInt64(${DAY})), toInt64(${DAY})))
  FROM samples WHERE ${RANGE}`

/** Marks the same days again once the samples are gone: a rollup made meanwhile may hold them. */
const MARK_AGAIN = `
  INSERT INTO touched (organization, thing, metric, day)
  SELECT DISTINCT organization, thing, metric, day FROM touched WHERE ${SERIES} AND ${DAYS}`

interface Options {
  readonly client: ClickHouseClient
  readonly layout: Layout
  readonly writer: Pick<NumberingWriter, 'drained'>
}

/**
 * Removes samples from every answer before it resolves. All versions of a sample go, so none comes back by
 * a merge.
 *
 * A write of this process that is under way makes two inserts, samples and latest values, and may be
 * between them. If its samples came before the first statement, its latest values may still follow: so
 * these are erased only after waiting for such writes. If its latest values came first and were erased, its
 * samples may still follow: so the refill waits as well. A sample that arrives after the erasure began may
 * stay, in every answer alike. The days are marked as late writes are, so that no rollup with these samples counts: first
 * while it is known which days these are, and again at the end.
 */
export async function eraseSamples(
  { client, layout, writer }: Options,
  { metrics = [], below = ANY_VERSION, ...erasure }: Erasure,
): Promise<void> {
  const days = { firstDay: dayOf(erasure.from), lastDay: dayOf(erasure.to - 1) }
  const run = (query: string) =>
    client.command({
      query,
      query_params: { ...erasure, ...days, metrics, below: String(below) },
      clickhouse_settings: {
        // Waits until the rows are gone on every replica.
        ...{ lightweight_deletes_sync: '2', wait_end_of_query: 1 },
        // A refill like one before it is no repetition: what that one wrote was erased since.
        insert_deduplicate: 0,
      },
    })
  await run(MARK)
  for (const partition of partitionsOf(erasure)) {
    await run(`DELETE FROM ${layout.rowsOf('samples')}${partition} WHERE ${RANGE} AND ${BELOW}`)
  }
  const scope = { organization: erasure.organization, things: [erasure.thing] }
  await writer.drained(scope)
  await run(`DELETE FROM ${layout.rowsOf('latest')} WHERE ${RANGE} AND ${BELOW_IN_LATEST}`)
  await writer.drained(scope)
  await run(REMEMBER_LATEST)
  await run(`DELETE FROM ${layout.rowsOf('rollups')} WHERE ${SERIES} AND ${DAYS}`)
  await run(MARK_AGAIN)
}

/**
 * Erasures of fewer years than this name their partitions: a statement touches every part of the partitions
 * that it is for.
 */
const NAMED_YEARS = 3

/**
 * The clauses that name the partitions of a range, by the partition rule of `samples`; none for a long
 * range.
 */
function partitionsOf({ from, to }: Pick<Erasure, 'from' | 'to'>): string[] {
  const [first, last] = [from, to - 1].map((micros) =>
    Math.max(new Date(Math.floor(micros / 1000)).getUTCFullYear(), 1970),
  ) as [number, number]
  if (last - first >= NAMED_YEARS) return ['']
  return Array.from({ length: last - first + 1 }, (_, i) => ` IN PARTITION ${first + i}`)
}
