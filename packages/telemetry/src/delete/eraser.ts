import { type ClickHouseClient, type ClickHouseSettings, TupleParam } from '@clickhouse/client'
import type { Layout } from '@sluice/clickhouse'
import { DAY, dayOf } from '../rollups/rules.ts'
import { LATEST_RANK } from '../schema.ts'
import { allReplicas } from '../write/all-replicas.ts'
import type { Writer } from '../write/writer.ts'

/** The samples of a thing from `from` until before `to`, epoch microseconds; of some metrics, else of all. */
export interface Erasure {
  readonly organization: number
  readonly thing: number
  readonly metrics: readonly number[] | undefined
  readonly from: number
  readonly to: number
  /** Only rows of lower versions: what was written since it began stays. Without it, a version is taken now. */
  readonly below?: bigint
}

const SERIES = `organization = {organization:UInt32} AND thing = {thing:UInt32}
  AND (empty({metrics:Array(UInt32)}) OR metric IN {metrics:Array(UInt32)})`

const RANGE = `${SERIES} AND time >= fromUnixTimestamp64Micro({from:Int64}, 'UTC')
  AND time < fromUnixTimestamp64Micro({to:Int64}, 'UTC')`

const BELOW = 'version < {below:UInt64}'
/** The lower half of a rank is the version. */
const VERSION_OF_LATEST = 'toUInt64(bitAnd(rank, toUInt128(18446744073709551615)))'
const BELOW_IN_LATEST = `${VERSION_OF_LATEST} < {below:UInt64}`

const DAYS = 'day >= {firstDay:Int32} AND day <= {lastDay:Int32}'

/**
 * Writes the latest samples that are left of the series to `latest`: exactly what the writer had once
 * written. What was written since the erasure began, too: an older latest value may have taken its place.
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

/**
 * Latest values that are of no sample. Another erasure of the thing, at the same time, makes them: it takes a sample that
 * {@link REMEMBER_LATEST} of this one has read, and removes its latest value before this one writes it. Of a write that is under
 * way the samples may lack, so only what was written before the look counts.
 */
const STALE = `
  SELECT metric, toUnixTimestamp64Micro(time) FROM latest FINAL
  WHERE ${SERIES} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
    AND (metric, time, ${VERSION_OF_LATEST}) GLOBAL NOT IN (
      SELECT metric, time, version FROM samples
      WHERE ${SERIES} AND time GLOBAL IN (SELECT time FROM latest FINAL WHERE ${SERIES}))`

const THESE = `${SERIES} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
  AND (metric, toUnixTimestamp64Micro(time)) IN {stale:Array(Tuple(UInt32, Int64))}`

/** Looks for stale values, each after the removal of those found before. More than one takes several erasures at once. */
const LOOKS = 10

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
  readonly writer: Pick<Writer, 'drained' | 'takeVersion'>
}

/**
 * Removes samples from every answer before it resolves. All versions of a sample go, so none comes back by
 * a merge.
 *
 * A write of this process that is under way makes two inserts, samples and latest values, and may be
 * between them. If its samples came before the first statement, its latest values may still follow: so
 * these are erased only after waiting for such writes. If its latest values came first and were erased, its
 * samples may still follow: so the refill waits as well. A sample that arrives after the erasure began may
 * stay, in every answer alike. Another erasure of the thing may run at the same time, from any node: what it and the refill leave
 * behind is looked for. The days are marked as late writes are, so that no rollup with these samples counts: first
 * while it is known which days these are, and again at the end.
 */
export async function eraseSamples(
  { client, layout, writer }: Options,
  { metrics = [], below, ...erasure }: Erasure & { readonly below: bigint },
): Promise<void> {
  const days = { firstDay: dayOf(erasure.from), lastDay: dayOf(erasure.to - 1) }
  const query_params = { ...erasure, ...days, metrics, below: String(below) }
  const replicas = await allReplicas({ client, layout })
  const run = async (query: string, params = {}, settings: ClickHouseSettings = {}) => {
    await client.command({
      query,
      query_params: { ...query_params, ...params },
      clickhouse_settings: {
        // Waits until the rows are gone on every replica.
        ...{ lightweight_deletes_sync: '2', wait_end_of_query: 1 },
        // A refill like one before it is no repetition: what that one wrote was erased since.
        insert_deduplicate: 0,
        ...settings,
      },
    })
  }
  const insert = (query: string) => replicas.insert((settings) => run(query, {}, settings))
  await insert(MARK)
  for (const partition of partitionsOf(erasure)) {
    await run(`DELETE FROM ${layout.rowsOf('samples')}${partition} WHERE ${RANGE} AND ${BELOW}`)
  }
  const scope = { organization: erasure.organization, things: [erasure.thing] }
  await writer.drained(scope)
  await run(`DELETE FROM ${layout.rowsOf('latest')} WHERE ${RANGE} AND ${BELOW_IN_LATEST}`)
  await writer.drained(scope)
  await insert(REMEMBER_LATEST)
  for (let look = 1; ; look += 1) {
    const upTo = String(await writer.takeVersion(erasure))
    await writer.drained(scope)
    const found = await client.query({
      ...{ query: STALE, query_params: { ...query_params, upTo }, format: 'JSONCompact' },
    })
    const { data } = await found.json<[metric: number, time: string]>()
    if (data.length === 0) break
    if (look === LOOKS) throw new Error('Latest values of erased samples keep coming back.')
    const stale = data.map((pair) => new TupleParam(pair))
    await run(`DELETE FROM ${layout.rowsOf('latest')} WHERE ${THESE}`, { stale, upTo })
    await insert(REMEMBER_LATEST)
  }
  await run(`DELETE FROM ${layout.rowsOf('rollups')} WHERE ${SERIES} AND ${DAYS}`)
  await insert(MARK_AGAIN)
  await replicas.readable()
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
