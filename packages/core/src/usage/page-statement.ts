/** Characters of the needs in a page, which is in memory as a whole until it is sent. */
const PAGE = 524_288

/** Characters of a call's needs that are shown completely: all that is recorded now. Earlier calls have up to 21 MB. */
const SHOWN_CHARACTERS = 65_536

/** For longer ones the first needs, and the last, which says why a call was refused. */
const shown = `
  if(length(needs) <= ${SHOWN_CHARACTERS}, needs, arrayStringConcat(
    arrayConcat(arraySlice(splitByChar('\\n', needs) AS lines, 1, 20), arraySlice(lines, -1)), '\\n'))`

/**
 * The columns after the time only make the order of calls in the same millisecond deterministic; the kind stands for
 * the needs, which may be long.
 */
const order = 'at DESC, micros DESC, key, operation, address, status, kind, calls, request'

const IN_RANGE =
  'time >= fromUnixTimestamp64Milli({start:Int64}) AND time < fromUnixTimestamp64Milli({end:Int64})'

/**
 * A page of the calls that meet a condition, and with each row how many there are until one after the page. Ordered by
 * time alone, the store reads only the last rows, so a first query finds how far back the page can reach. A page of
 * calls with many needs ends early.
 */
export function pageStatement(condition: string): string {
  const asked = `${condition} AND ${IN_RANGE} AND time <= fromUnixTimestamp64Milli({until:Int64})`
  return `
  WITH (
    SELECT min(time) FROM (
      SELECT time FROM requests WHERE ${asked} ORDER BY time DESC LIMIT {reach:UInt64}
    )
  ) AS earliest
  SELECT toUnixTimestamp64Milli(at), key, request, operation, tier, status, problem, address, micros, shown, calls, found
  FROM (
    SELECT *, count() OVER () AS found, row_number() OVER earlier AS place, sum(length(shown)) OVER earlier AS weight
    FROM (
      SELECT time AS at, key, request, operation, tier, status, problem, address, micros, kind, calls, ${shown} AS shown
      FROM requests WHERE ${asked} AND time >= earliest
      ORDER BY ${order} LIMIT {take:UInt32} OFFSET {skip:UInt32}
    )
    WINDOW earlier AS (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )
  WHERE weight - length(shown) < ${PAGE} ORDER BY place`
}
