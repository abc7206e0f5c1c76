import { isNumber } from '../query/stored-value.ts'
import { DAY, dayOf, HOUR } from './rules.ts'
import { BY_VERSIONS } from './tables.ts'

/** Days, counted from 1970-01-01, of every pair of a thing and a metric; half-open. */
export interface RollupRequest {
  readonly organization: number
  readonly things: readonly number[]
  readonly metrics: readonly number[]
  readonly from: number
  readonly to: number
}

/** The part of the store that rolling up needs. */
export interface RollupStore {
  query(sql: string, params: Record<string, unknown>): Promise<unknown[][]>
  command(sql: string, params: Record<string, unknown>): Promise<void>
}

const SERIES_DAYS = `organization = {organization:UInt32} AND thing IN {things:Array(UInt32)}
  AND metric IN {metrics:Array(UInt32)}`

const MARKS = `
  SELECT thing, metric, day, sum(writes)
  FROM touched WHERE ${SERIES_DAYS} AND day >= {from:Int32} AND day < {to:Int32}
  GROUP BY thing, metric, day`

/** Writes a row for every wanted day, even without samples: it is worth knowing that a day is empty. */
const ROLL_UP = `
  INSERT INTO rollups (organization, thing, metric, day, until, seen, version, rule,
    hours, counts, numbers, sums, squares, lows, highs, firsts, lasts)
  SELECT {organization:UInt32}, wanted.1, wanted.2, wanted.3, wanted.4, wanted.5, toUnixTimestamp64Micro(now64(6)), ${BY_VERSIONS},
    hours, counts, numbers, sums, squares, lows, highs, firsts, lasts
  FROM (
    SELECT arrayJoin(arrayZip({ofThings:Array(UInt32)}, {ofMetrics:Array(UInt32)}, {days:Array(Int32)},
      {untils:Array(UInt8)}, {seen:Array(UInt64)})) AS wanted
  ) AS request
  LEFT JOIN (
    SELECT thing, metric, day, groupArray(hour) AS hours, groupArray(samples) AS counts,
      groupArray(numbers) AS numbers, groupArray(total) AS sums, groupArray(spread) AS squares,
      groupArray(low) AS lows, groupArray(high) AS highs, groupArray(first) AS firsts, groupArray(last) AS lasts
    FROM (
      WITH toUnixTimestamp64Micro(time) AS t, positiveModulo(t, toInt64(${DAY})) AS ofDay,
        toInt32(intDiv(t - ofDay, toInt64(${DAY}))) AS day
      SELECT thing, metric, day, toUInt8(intDiv(ofDay, toInt64(${HOUR}))) AS hour,
        toUInt32(count()) AS samples, toUInt32(countIf(${isNumber})) AS numbers, sumIf(number, ${isNumber}) AS total,
        if(numbers = 0, 0, varPopStableIf(number, ${isNumber}) * numbers) AS spread,
        minIf(number, ${isNumber}) AS low, maxIf(number, ${isNumber}) AS high,
        argMin((t, number, text), t) AS first, argMax((t, number, text), t) AS last
      FROM samples FINAL
      WHERE ${SERIES_DAYS} AND time >= fromUnixTimestamp64Micro({start:Int64}) AND time < fromUnixTimestamp64Micro({end:Int64})
      GROUP BY thing, metric, day, hour
      ORDER BY thing, metric, day, hour
    )
    GROUP BY thing, metric, day
  ) AS found
  ON found.thing = wanted.1 AND found.metric = wanted.2 AND found.day = wanted.3`

const OLDEST = `
  SELECT thing, metric, fromUnixTimestamp64Micro(min(firsts[1].1), 'UTC') AS oldest
  FROM rollups FINAL WHERE ${SERIES_DAYS} AND day >= {from:Int32} AND day < {to:Int32} AND notEmpty(firsts)
  GROUP BY thing, metric`

/**
 * Series whose oldest rolled-up sample is gone. Expiry removes the oldest samples first, and rollups last, without a
 * mark. So if the oldest sample is still there, expiry will also remove the rollups just made.
 */
const EXPIRED = `
  SELECT thing, metric FROM (${OLDEST})
  WHERE (thing, metric, oldest) GLOBAL NOT IN (
    SELECT thing, metric, time FROM samples
    WHERE ${SERIES_DAYS} AND (thing, metric, time) GLOBAL IN (${OLDEST}))`

/** With more marks than were seen: expiry may have removed these, and then their number must not come back. */
const MARK = `
  INSERT INTO touched (organization, thing, metric, day, writes)
  SELECT {organization:UInt32}, one.1, one.2, one.3, one.4 + 1
  FROM (
    SELECT arrayJoin(arrayZip({ofThings:Array(UInt32)}, {ofMetrics:Array(UInt32)}, {days:Array(Int32)},
      {seen:Array(UInt64)})) AS one
  )`

/**
 * Rolls up the settled hours of days: anything written to them later is late, and marks its day. Marks are counted
 * before samples are read. So a row that lacks samples lacks their mark, too, and is invalid once they are readable.
 * Days whose samples expired meanwhile are marked. Rejects as the store does.
 */
export async function rollUp(
  store: RollupStore,
  request: RollupRequest,
  /** Hours that end at or before this are settled; a whole hour, in epoch microseconds. */
  settledBefore: number,
): Promise<void> {
  const { organization, things, metrics, from } = request
  const series = { organization, things, metrics }
  const to = Math.min(request.to, dayOf(settledBefore - 1) + 1)
  const marks = (await store.query(MARKS, { ...series, from, to })) as Mark[]
  const days = daysOf({ ...request, to }, marks)
  if (days.length === 0) return
  await store.command(ROLL_UP, {
    ...series,
    ...columnsOf(days),
    untils: days.map(({ day }) => Math.min(24, (settledBefore - day * DAY) / HOUR)),
    start: from * DAY,
    end: Math.min(to * DAY, settledBefore),
  })
  const expired = (await store.query(EXPIRED, { ...series, from, to })) as Series[]
  if (expired.length === 0) return
  const names = new Set(expired.map(String))
  const gone = days.filter(({ thing, metric }) => names.has(String([thing, metric])))
  await store.command(MARK, { organization, ...columnsOf(gone) })
}

type Series = [thing: number, metric: number]

interface SeriesDay {
  readonly thing: number
  readonly metric: number
  readonly day: number
  /** Its marks. */
  readonly seen: number
}

const columnsOf = (days: readonly SeriesDay[]) => ({
  ofThings: days.map(({ thing }) => thing),
  ofMetrics: days.map(({ metric }) => metric),
  days: days.map(({ day }) => day),
  seen: days.map(({ seen }) => seen),
})

type Mark = [thing: number, metric: number, day: number, writes: number]

/** The days of a request, each with its number of marks. */
function daysOf({ things, metrics, from, to }: RollupRequest, marks: readonly Mark[]) {
  const byDay = new Map(marks.map((mark) => [mark.slice(0, 3).join(' '), mark]))
  const days = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
  return things.flatMap((thing) =>
    metrics.flatMap((metric) =>
      days.map((day) => {
        const [, , , seen = 0] = byDay.get(`${thing} ${metric} ${day}`) ?? []
        return { thing, metric, day, seen }
      }),
    ),
  )
}
