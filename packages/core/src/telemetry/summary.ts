import type { Input, Output, Summary } from '@sluice/contract'
import type { Context } from '../context.ts'
import { invalidRequest } from '../problem.ts'
import { Faults } from './intake/faults.ts'
import { isoOf } from './intake/timestamp.ts'
import { type Metric, measuredThing } from './measured-thing.ts'
import { readRange } from './query/range.ts'
import { readMetrics } from './query/selection.ts'
import { filteredSamples, filterParams } from './query/series-filter.ts'
import { sampleValue } from './query/stored-value.ts'

type MetricSummary = Summary['metrics'][string]
type Sample = [time: number, value: number | null, text: string]
/** A value and its time; the time of the largest is negated, see the statement. */
type Extreme = [value: number, time: number]
type Row = [
  metric: number,
  count: number,
  first: Sample,
  last: Sample,
  numbers: number,
  min: Extreme,
  max: Extreme,
  avg: number | null,
  sum: number | null,
]

/** Tuples compare by value and then by time, so an extreme is answered at the first time it was reached. */
const statement = `
  WITH toUnixTimestamp64Micro(time) AS t, isFinite(number) AS isNumber
  SELECT metric, count(),
    argMin((t, number, text), t), argMax((t, number, text), t),
    countIf(isNumber), minIf((number, t), isNumber), maxIf((number, -t), isNumber),
    avgOrNullIf(number, isNumber), sumOrNullIf(number, isNumber)
  ${filteredSamples}
  GROUP BY metric`

/** Counts, extremes and ends of each metric in a range. */
export async function summary(
  ctx: Context,
  { params, query }: Input<'telemetry.summary'>,
): Promise<Output<'telemetry.summary'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const faults = new Faults()
  const range = readRange(query, ctx.now, faults)
  const metrics = readMetrics(query.metrics, thing, faults)
  if (faults.count > 0) throw invalidRequest(faults.list())
  const rows =
    metrics.length === 0
      ? []
      : ((await ctx.telemetry.query(statement, filterParams(thing, metrics, range))) as Row[])
  const byNumber = new Map(rows.map((row) => [row[0], row]))
  return {
    thingId: params.thingId,
    from: isoOf(range.from),
    to: isoOf(range.to),
    metrics: Object.fromEntries(
      metrics.map((metric) => [metric.key, summarize(metric, byNumber.get(metric.number))]),
    ),
  }
}

const nothing: MetricSummary = {
  count: 0,
  ...{ first: null, last: null, min: null, max: null },
  ...{ avg: null, sum: null },
}

function summarize({ valueType }: Metric, row: Row | undefined): MetricSummary {
  if (row === undefined) return nothing
  const [, count, first, last, numbers, min, max, avg, sum] = row
  const timed = ([time, value, text]: Sample) => {
    return { timestamp: isoOf(time), value: sampleValue(value, text, valueType) }
  }
  const extreme = ([value, time]: Extreme) => {
    return numbers === 0 ? null : { timestamp: isoOf(time), value }
  }
  return {
    count,
    first: timed(first),
    last: timed(last),
    min: extreme(min),
    max: extreme([max[0], -max[1]]),
    avg,
    sum,
  }
}
