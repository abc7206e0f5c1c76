import { TupleParam } from '@clickhouse/client'
import { lotsOf } from '@sluice/runtime'
import { LATEST_RANK } from '../schema.ts'
import {
  AFTER,
  BEFORE,
  DAYS,
  RANGE,
  SERIES,
  seriesAt,
  UNTIL,
  VERSION_OF_LATEST,
} from './erased-range.ts'

/** The store as an erasure asks it: its parameters are bound, but for those that a statement adds. */
export interface ErasedStore {
  query<Row>(query: string, params?: Params): Promise<Row[]>
  insert(query: string, params?: Params): Promise<void>
  /** Takes rows of a table away, from every replica. */
  remove(table: string, rows: string, params?: Params): Promise<void>
}

type Params = Readonly<Record<string, unknown>>

/**
 * Metrics that may lack their latest value: they had samples in the erased days, and none after the range. It goes by the marks
 * of these days, which are there however often an erasure was begun and cut off.
 */
const LACKING = `
  SELECT DISTINCT metric FROM touched WHERE ${SERIES} AND ${DAYS}
    AND metric GLOBAL NOT IN (SELECT metric FROM latest WHERE ${SERIES} AND ${AFTER})
  ORDER BY metric`

/** Metrics of one statement, which for each looks into every part of the table that has the series. */
const LOT = 100

const COLUMNS = 'organization, thing, metric, time, number, text, version'

/**
 * By the table's key, so it reads a block of each part, however many samples there are. Ordered by versions, too, it would read
 * all of them.
 */
const lastBefore = (place: number) => `
  SELECT * FROM (
    SELECT metric, time FROM samples WHERE ${seriesAt(place)} AND ${BEFORE} ORDER BY time DESC LIMIT 1
  )`

/**
 * Writes the latest samples that are left of the metrics to `latest`: exactly what the writer had once written. What was written
 * to the range since the erasure began, too: an older latest value may have taken its place.
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
 * Latest values that are of no sample. Another erasure of the thing, at the same time, makes them: it takes a sample that a
 * refill of this one has read, and removes its latest value before this one writes it. Of a write that is under way the samples
 * may lack, so only what was written before the look counts.
 */
const STALE = `
  SELECT metric, toUnixTimestamp64Micro(time) FROM latest FINAL
  WHERE ${SUSPECT} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
    AND (metric, time, ${VERSION_OF_LATEST}) GLOBAL NOT IN (
      SELECT metric, time, version FROM samples
      WHERE ${SUSPECT} AND (metric, time) GLOBAL IN (SELECT metric, time FROM latest FINAL WHERE ${SUSPECT}))`

const THESE = `${SERIES} AND ${VERSION_OF_LATEST} < {upTo:UInt64}
  AND (metric, toUnixTimestamp64Micro(time)) IN {stale:Array(Tuple(UInt32, Int64))}`

/** Refills, each after the removal of what the one before left stale. More than one takes several erasures at once. */
const TURNS = 10

/** Writes the latest samples that are left, where an erased one was the latest. Answers the metrics. */
export async function refillLatest(store: ErasedStore): Promise<readonly number[]> {
  const metrics = (await store.query<[number]>(LACKING)).map(([metric]) => metric)
  for (const lot of lotsOf(metrics, LOT)) await store.insert(refill(lot), { metrics: lot })
  return metrics
}

/**
 * The same, and leaves no latest value of a sample that is gone.
 *
 * @param settled resolves with a version once everything below is in the tables
 */
export async function settleLatest(
  store: ErasedStore,
  settled: () => Promise<bigint>,
): Promise<void> {
  for (let turn = 1; turn <= TURNS; turn += 1) {
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
