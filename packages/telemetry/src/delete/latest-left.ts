import { TupleParam } from '@clickhouse/client'
import { batchesOf } from '@sluice/runtime'
import { LATEST_RANK, VERSION_OF_LATEST } from '../schema.ts'
import { AFTER, BEFORE, DAYS, RANGE, SERIES, seriesAt, UNTIL } from './erased-range.ts'

/** The store for one erasure: its parameters are bound, and a statement may add others. */
export interface ErasedStore {
  query<Row>(query: string, params?: Params): Promise<Row[]>
  insert(query: string, params?: Params): Promise<void>
  /** Removes rows of a table on every replica. */
  remove(table: string, rows: string, params?: Params): Promise<void>
}

type Params = Readonly<Record<string, unknown>>

/**
 * Metrics that may lack their latest value: they had samples in the erased days and have none after the range. Uses the
 * marks of these days, which persist however often the erasure was interrupted.
 */
const LACKING = `
  SELECT DISTINCT metric FROM touched WHERE ${SERIES} AND ${DAYS}
    AND metric GLOBAL NOT IN (SELECT metric FROM latest WHERE ${SERIES} AND ${AFTER})
  ORDER BY metric`

/** Metrics in a statement. For each, it looks into every part of the table that has the series. */
const BATCH = 100

const COLUMNS = 'organization, thing, metric, time, number, text, version'

/**
 * By the table's key, so it reads one block of each part, however many samples there are. If it also sorted by version,
 * it would read all of them.
 */
const lastBefore = (place: number) => `
  SELECT * FROM (
    SELECT metric, time FROM samples WHERE ${seriesAt(place)} AND ${BEFORE} ORDER BY time DESC LIMIT 1
  )`

/**
 * Inserts the latest remaining samples of the metrics into `latest`, exactly as the writer once did. This includes
 * samples written to the range since the erasure began, which an older latest value may have replaced.
 */
const refill = (metrics: readonly number[]) => `
  INSERT INTO latest (organization, thing, metric, time, number, text, rank)
  SELECT organization, thing, metric, argMax(time, ranked), argMax(number, ranked),
    argMax(text, ranked), max(ranked)
  FROM (
    SELECT organization, thing, metric, time, number, text, ${LATEST_RANK} AS ranked
    FROM (
      SELECT ${COLUMNS} FROM samples WHERE ${RANGE}
      UNION ALL
      SELECT ${COLUMNS} FROM samples WHERE ${SERIES} AND ${BEFORE}
        AND (metric, time) GLOBAL IN (${metrics.map((_, place) => lastBefore(place)).join('UNION ALL')})
    )
  )
  GROUP BY organization, thing, metric`

const SUSPECT = `${SERIES} AND ${UNTIL}`

/**
 * Latest values without a sample. They come from a concurrent erasure of the thing, if it removes a sample that a
 * refill of this erasure has read, and its latest value before this refill writes it. A write in flight may lack its
 * samples, so only versions from before the query count.
 */
const STALE = `
  SELECT metric, toUnixTimestamp64Micro(time) FROM latest FINAL
  WHERE ${SUSPECT} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
    AND (metric, time, ${VERSION_OF_LATEST}) GLOBAL NOT IN (
      SELECT metric, time, version FROM samples
      WHERE ${SUSPECT} AND (metric, time) GLOBAL IN (SELECT metric, time FROM latest FINAL WHERE ${SUSPECT}))`

const THESE = `${SERIES} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
  AND (metric, toUnixTimestamp64Micro(time)) IN {stale:Array(Tuple(UInt32, Int64))}`

/**
 * Most refills, each after removing what the one before left stale. More than one is needed only with concurrent
 * erasures.
 */
const MAX_REFILLS = 10

/** Inserts the latest remaining samples of metrics whose latest one was erased. Returns the metrics. */
export async function refillLatest(store: ErasedStore): Promise<readonly number[]> {
  const metrics = (await store.query<[number]>(LACKING)).map(([metric]) => metric)
  for (const batch of batchesOf(metrics, BATCH))
    await store.insert(refill(batch), { metrics: batch })
  return metrics
}

/**
 * Refills, and leaves no latest value without a sample.
 *
 * @param settled resolves with a version once everything below it is in the tables
 */
export async function settleLatest(
  store: ErasedStore,
  settled: () => Promise<bigint>,
): Promise<void> {
  for (let turn = 1; turn <= MAX_REFILLS; turn += 1) {
    const metrics = await refillLatest(store)
    if (metrics.length === 0) return
    const looked = { metrics, upTo: String(await settled()) }
    const stale = await store.query<[metric: number, time: string]>(STALE, looked)
    if (stale.length === 0) return
    const pairs = stale.map((pair) => new TupleParam(pair))
    await store.remove('latest', THESE, { ...looked, stale: pairs })
  }
  throw new Error('Latest values of erased samples keep coming back.')
}
