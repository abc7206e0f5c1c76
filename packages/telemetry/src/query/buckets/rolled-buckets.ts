import { inSlices } from '@sluice/runtime'
import type { ReadSpans } from '../../cache/buckets/bucket-memory.ts'
import type { RollupRequest } from '../../rollups/roll-up.ts'
import { HOUR } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { TooManyBytes, TooManyRows } from '../../too-many-rows.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Order } from '../pages/spans.ts'
import { pairsOf } from '../pairs.ts'
import type { PlainAggregate } from '../plan/aggregates.ts'
import type { Range } from '../plan/range.ts'
import { type Subject, TOGETHER } from '../plan/subject.ts'
import { filterParams } from '../series-filter.ts'
import { type BucketQuery, bucketParams, FEW_SERIES_HOURS, spanOf } from './bucket-query.ts'
import { groupByLine } from './by-line.ts'
import { type Gap, gapsOf } from './gaps.ts'
import { selectPartials } from './partials.ts'
import { readRollups } from './read-rollups.ts'
import { firstPositions, type Rows, rowsIn } from './read-rows.ts'
import { tableOfPartials } from './rolled-table.ts'
import { requestsAhead, requestsFor } from './rollup-requests.ts'
import { concatenated, type Table } from './table.ts'

/**
 * Reads aggregates from rolled-up hours, and the rest from samples; falls back to `plain` if rollups do not help.
 * Requests rollups of settled hours that had to be read from samples.
 */
export function rolledBuckets(
  store: SampleStore,
  subject: Subject,
  grid: Grid,
  query: BucketQuery<PlainAggregate>,
  plain: ReadSpans,
): ReadSpans {
  const { columns, range } = query
  const together = columns.some(({ thing }) => thing === TOGETHER)
  const partials = selectPartials(columns.map(({ aggregate }) => aggregate))
  const { size } = groupByLine(columns)
  const pairs = pairsOf(subject, columns)
  const filter = filterParams(subject, columns, range)
  const series = filter.things.length * filter.metrics.length

  async function readGaps(
    gaps: readonly Gap[],
    params: Params,
    order: Order,
  ): Promise<readonly Rows[]> {
    if (gaps.length === 0) return []
    const all = { ...params, ...Object.assign({}, ...gaps.map(gapParams)) }
    return rowsIn(await store.queryBlocks(gapStatement(gaps, order), all, { as: 'plain' }))
  }

  /** Like the plain statement, but with partials; the number of samples comes last. */
  function gapStatement(gaps: readonly Gap[], order: Order): string {
    const line = together ? TOGETHER : 'thing'
    const lines = together ? 'metric' : 'thing, metric'
    return `
      WITH toUnixTimestamp64Micro(time) AS t
      SELECT toInt64(${grid.sqlFor(range)}) AS bucket, ${line}, metric, ${partials.ofSamples}, count()
      FROM samples FINAL WHERE organization = {organization:UInt32} AND (${gaps.map(gapCondition).join(' OR ')})
        ${pairs.sql}
      GROUP BY bucket, ${lines} ORDER BY bucket ${order}, ${lines} LIMIT {rows:UInt32}`
  }

  function isWorthwhile(buckets: Range): boolean {
    const span = spanOf(grid, range, buckets)
    const { from, to } = hoursIn(span, store.rollups.settledBefore())
    return ((to - from) / HOUR) * series >= FEW_SERIES_HOURS && grid.onHours(span)
  }

  async function readRolled(buckets: Range, order: Order): Promise<Table> {
    const span = spanOf(grid, range, buckets)
    const settled = store.rollups.settledBefore()
    const hours = hoursIn(span, settled)
    const asked = bucketParams(subject, grid, query, { buckets, lines: size })
    const params = { ...asked, ...pairs.params }
    const { organization, things, metrics } = params
    const rolled = await readRollups(store, grid, {
      ...{ hours, order, together, params, rows: params.rows, series },
      ...{ columns: partials.columns, select: partials.ofHours, only: pairs.sql },
    })
    const all = [span]
    const found = await inSlices(
      gapsOf({ things, metrics, span }, (thing, metric) =>
        pairs.isAsked(thing, metric) ? rolled.covered(thing, metric) : all,
      ),
    )
    const whole = { things, metrics, ...span }
    const gaps = found ?? [whole]
    const read = await readGaps(gaps, params, order).catch((error: unknown) => {
      // With rollups, fewer rows are read, but as many bytes are answered.
      const isHelped = error instanceof TooManyRows && !(error instanceof TooManyBytes)
      if (isHelped) askFor(requestsAhead({ organization, gaps, settled }))
      throw error
    })
    askFor(requestsFor({ organization, gaps, rows: read, grid, settled }))
    // If everything was read from samples, rolled-up parts must not count again.
    const parts = found === undefined ? [] : rolled.parts
    const first = (rows: readonly Rows[]) => firstPositions(rows, query.limit + 1)
    return inSlices(tableOfPartials(first(parts), first(read), order, { columns, partials }))
  }

  function askFor(requests: readonly RollupRequest[]): void {
    for (const request of requests) store.rollups.ask(request)
  }

  return async (spans, order) => {
    if (!spans.some(isWorthwhile)) return plain(spans, order)
    const read = await Promise.all(
      spans.map((buckets) =>
        isWorthwhile(buckets) ? readRolled(buckets, order) : plain([buckets], order),
      ),
    )
    return concatenated(order === 'asc' ? read : read.toReversed())
  }
}

type Params = ReturnType<typeof bucketParams>

/** The settled whole hours of a span; empty if `from` is not before `to`. */
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
