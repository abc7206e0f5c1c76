import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { invalidRequest } from '../problem.ts'
import { Faults } from './intake/faults.ts'
import { isoOf } from './intake/timestamp.ts'
import { type MeasuredThing, measuredThing } from './measured-thing.ts'
import { fitsStrings } from './query/aggregates.ts'
import type { Axis } from './query/axis.ts'
import { type Aggregated, bucketAxis } from './query/bucket-axis.ts'
import { gridOf, type Interval, readInterval } from './query/grid.ts'
import { cursorOf, placeOf } from './query/place.ts'
import { type Range, readRange } from './query/range.ts'
import { rawAxis } from './query/raw-axis.ts'
import { readPage } from './query/read-page.ts'
import { readSelection, type Selected } from './query/selection.ts'
import { isZone, openZone } from './query/zone.ts'

type Query = Input<'telemetry.timeseries'>['query']

/** A page of raw samples, or of one value a bucket, of a thing's metrics. */
export async function timeseries(
  ctx: Context,
  { params, query }: Input<'telemetry.timeseries'>,
): Promise<Output<'telemetry.timeseries'>> {
  const thing = await measuredThing(ctx, params.thingId)
  const timezone = query.timezone ?? thing.timezone
  const plan = readPlan(query, thing, timezone, ctx.now)
  const bound = { ...query, timezone, thing: thing.numbers.thing }
  const place = query.cursor === undefined ? undefined : placeOf(bound, query.cursor)
  const range = place?.range ?? plan.range
  const axis = axisOf(ctx, thing, { ...plan, range, limit: query.limit, timezone })
  const columns = plan.columns.map(({ name }) => name)
  const { order, limit } = query
  const page = await readPage(axis, { columns, order, limit, start: place?.start })
  return {
    thingId: params.thingId,
    from: isoOf(range.from),
    to: isoOf(range.to),
    interval: query.interval ?? null,
    timestamps: page.positions.map((position) => isoOf(axis.timeOf(position))),
    values: page.values,
    nextCursor: cursorOf(bound, range, page.next),
  }
}

type Plan = { readonly range: Range } & (
  | { readonly interval: undefined; readonly columns: readonly Selected[] }
  | { readonly interval: Interval; readonly columns: readonly Aggregated[] }
)

/** What a query asks for; throws `invalid-request` with everything that is wrong with it. */
function readPlan(query: Query, thing: MeasuredThing, timezone: string, now: Date): Plan {
  const faults = new Faults()
  const range = readRange(query, now, faults)
  const selected = readSelection(query.metrics, thing, faults)
  const columns =
    query.metrics === undefined ? selected.filter((column) => fits(column, query)) : selected
  const interval = query.interval === undefined ? undefined : readInterval(query.interval)
  if (query.interval !== undefined && interval === undefined) {
    faults.add('must be like 30s, 5m, 1h, 1d, 1w or 1mo, up to 100 years', 'query', 'interval')
  }
  if (!isZone(timezone)) {
    faults.add('must be an IANA time zone, for example Europe/Oslo', 'query', 'timezone')
  }
  const aggregated = columns.map((column) => settle(column, query, faults))
  if (faults.count > 0) throw invalidRequest(faults.list())
  return interval === undefined
    ? { range, interval, columns }
    : { range, interval, columns: aggregated }
}

/** An interval without `metrics` answers those that its aggregate is for. */
function fits({ metric }: Selected, { interval, aggregate }: Query): boolean {
  return interval === undefined || metric.valueType !== 'string' || fitsStrings(aggregate)
}

function settle(column: Selected, query: Query, faults: Faults): Aggregated {
  const aggregate = column.aggregate ?? query.aggregate
  const { key, valueType } = column.metric
  if (query.interval === undefined && column.aggregate !== undefined) {
    faults.add(`${column.name} names an aggregate, which needs an interval`, 'query', 'metrics')
  } else if (query.interval !== undefined && valueType === 'string' && !fitsStrings(aggregate)) {
    const detail = `${key} is a string metric, which has no ${aggregate}; name it ${key}:count`
    faults.add(detail, 'query', column.aggregate === undefined ? 'aggregate' : 'metrics')
  }
  return { ...column, aggregate }
}

function axisOf(
  ctx: Context,
  thing: MeasuredThing,
  plan: Plan & { readonly limit: number; readonly timezone: string },
): Axis {
  if (plan.interval === undefined) return rawAxis(ctx.telemetry, thing, plan)
  const grid = gridOf(plan.interval, openZone(plan.timezone))
  return bucketAxis(ctx.telemetry, thing, grid, plan)
}
