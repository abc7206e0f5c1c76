import { HOUR } from '../rollups/rules.ts'
import type { TelemetryStore } from '../store.ts'
import type { PlainAggregate } from './aggregates.ts'
import { type BucketQuery, bucketParams, spanOf } from './bucket-query.ts'
import { groupByLine } from './by-line.ts'
import type { Cells } from './cells.ts'
import { type Gap, gapsOf } from './gaps.ts'
import type { Grid } from './grid.ts'
import { type PartialRow, selectPartials } from './partials.ts'
import type { Range } from './range.ts'
import { readRollups } from './read-rollups.ts'
import { cellsOfBoth, cellsOfRows } from './rolled-cells.ts'
import { wishesFor } from './rollup-wishes.ts'
import type { Order } from './spans.ts'
import { type Subject, TOGETHER } from './subject.ts'

type Read = (buckets: Range, order: Order) => Promise<Cells>

/** Fewer hours of a series are read quicker sample by sample than looked for. */
const WORTHWHILE_HOURS = 72

/**
 * Reads aggregates from hours that are rolled up, and from samples where they are not; by `plain` where rollups are of no use.
 * What had to be read sample by sample though it is settled is asked to be rolled up.
 */
export function rolledBuckets(
  store: TelemetryStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
  plain: Read,
): Read {
  const { columns, range } = query
  const together = columns.some(({ thing }) => thing === TOGETHER)
  const partials = selectPartials(columns.map(({ aggregate }) => aggregate))
  const byLine = groupByLine(columns)
  const wanted = { byLine, partials }

  async function readGaps(gaps: readonly Gap[], params: Params, order: Order) {
    if (gaps.length === 0) return []
    return (await store.query(gapStatement(gaps, order), {
      ...params,
      ...Object.assign({}, ...gaps.map(gapParams)),
    })) as PartialRow[]
  }

  /** As the plain statement, but of partials; the number of samples comes last. */
  function gapStatement(gaps: readonly Gap[], order: Order): string {
    const line = together ? TOGETHER : 'thing'
    const lines = together ? 'metric' : 'thing, metric'
    return `
      WITH toUnixTimestamp64Micro(time) AS t
      SELECT ${grid.sqlFor(range)} AS bucket, ${line}, metric, ${partials.ofSamples}, count()
      FROM samples FINAL WHERE organization = {organization:UInt32} AND (${gaps.map(gapCondition).join(' OR ')})
      GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`
  }

  return async (buckets, order) => {
    const span = spanOf(grid, range, buckets)
    const settled = store.rollups.settledBefore()
    const hours = hoursIn(span, settled)
    const params = bucketParams(subject, grid, query, { buckets, lines: byLine.size })
    const { organization, things, metrics } = params
    const series = things.length * metrics.length
    const worthwhile = ((hours.to - hours.from) / HOUR) * series >= WORTHWHILE_HOURS
    if (!worthwhile || !grid.onHours(span)) return plain(buckets, order)
    const rolled = await readRollups(store, grid, {
      ...{ hours, order, together, params, rows: params.rows, series },
      ...{ columns: partials.columns, select: partials.ofHours },
    })
    const found = gapsOf({ things, metrics, span }, rolled.covered)
    const whole = { things, metrics, ...span }
    const gaps = found ?? [whole]
    const read = await readGaps(gaps, params, order)
    for (const wish of wishesFor({ organization, gaps, rows: read, grid, settled })) {
      store.rollups.ask(wish)
    }
    return found === undefined
      ? cellsOfRows(read, wanted)
      : cellsOfBoth(rolled.parts, read, order, wanted)
  }
}

type Params = ReturnType<typeof bucketParams>

/** The whole settled hours of a span; none where `from` is not before `to`. */
function hoursIn({ from, to }: Range, settled: number): Range {
  return {
    from: Math.ceil(from / HOUR) * HOUR,
    to: Math.floor(Math.min(to, settled) / HOUR) * HOUR,
  }
}

function gapCondition(_: Gap, i: number): string {
  return `(thing IN {things${i}:Array(UInt32)} AND metric IN {metrics${i}:Array(UInt32)}
    AND time >= fromUnixTimestamp64Micro({from${i}:Int64}) AND time < fromUnixTimestamp64Micro({to${i}:Int64}))`
}

function gapParams({ things, metrics, from, to }: Gap, i: number): Record<string, unknown> {
  return { [`things${i}`]: things, [`metrics${i}`]: metrics, [`from${i}`]: from, [`to${i}`]: to }
}
