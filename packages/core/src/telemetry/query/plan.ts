import type { Fill, Input } from '@sluice/contract'
import { invalidRequest } from '../../problem.ts'
import { Faults } from '../intake/faults.ts'
import type { MeasuredThing } from '../measured-thing.ts'
import { fitsStrings } from './aggregates.ts'
import { autoInterval } from './auto-interval.ts'
import type { Aggregated } from './bucket-axis.ts'
import type { Thinning } from './downsample.ts'
import { type Interval, readInterval, writeInterval } from './grid.ts'
import { type Range, readDuration, readRange } from './range.ts'
import { readSelection, type Selected } from './selection.ts'
import { isZone } from './zone.ts'

export type Query = Input<'telemetry.timeseries'>['query']

/** What a query asks for. */
export type Plan = { readonly range: Range } & (
  | { readonly kind: 'raw'; readonly columns: readonly Selected[] }
  | { readonly kind: 'thinned'; readonly columns: readonly Selected[]; readonly thinning: Thinning }
  | {
      readonly kind: 'buckets'
      readonly columns: readonly Aggregated[]
      /** As text: what was asked for, or what auto came to. */
      readonly interval: string
      readonly width: Interval
      readonly fill: Fill
      /** Longest gap that is filled, in microseconds. */
      readonly maxGap: number
    }
)

const AUTO_POINTS = 500
const THINNED_POINTS = 1000

/**
 * Reads a query; throws `invalid-request` with everything that is wrong with it. `pageRange` is the range of the
 * first page, where this is another one.
 */
export function readPlan(
  query: Query,
  thing: MeasuredThing,
  zone: { readonly timezone: string; readonly now: Date; readonly pageRange: Range | undefined },
): Plan {
  const faults = new Faults()
  const asked = readRange(query, zone.now, faults)
  const range = zone.pageRange ?? asked
  const selected = readSelection(query.metrics, thing, faults)
  const columns =
    query.metrics === undefined ? selected.filter((column) => fits(column, query)) : selected
  checkTogether(query, faults)
  const plan =
    query.interval === undefined
      ? planSamples(query, range, columns, faults)
      : planBuckets({ ...query, interval: query.interval }, range, columns, faults)
  if (!isZone(zone.timezone)) {
    faults.add('must be an IANA time zone, for example Europe/Oslo', 'query', 'timezone')
  }
  if (faults.count > 0 || plan === undefined) throw invalidRequest(faults.list())
  return plan
}

/** Parameters that mean nothing without another. */
function checkTogether(
  { interval, fill, maxGap, maxPoints, downsample, cursor }: Query,
  faults: Faults,
) {
  const needs = (present: boolean, met: boolean, name: string, detail: string) => {
    if (present && !met) faults.add(detail, 'query', name)
  }
  const filled = fill === 'previous' || fill === 'linear'
  const thinned = downsample !== undefined
  needs(fill !== 'none', interval !== undefined, 'fill', 'needs an interval')
  needs(maxGap !== undefined, filled, 'maxGap', 'needs fill=previous or fill=linear')
  needs(thinned, interval === undefined, 'downsample', 'is for raw samples: leave out the interval')
  needs(thinned, cursor === undefined, 'cursor', 'has no place where the answer is one page')
  const bounds = thinned || interval === 'auto'
  needs(maxPoints !== undefined, bounds, 'maxPoints', 'needs interval=auto or downsample')
}

/** Without `metrics`, those are answered that what is asked for makes sense of. */
function fits({ metric }: Selected, { interval, aggregate, downsample }: Query): boolean {
  if (metric.valueType !== 'string') return true
  return interval === undefined ? downsample === undefined : fitsStrings(aggregate)
}

function planSamples(
  { downsample: method, maxPoints: points = THINNED_POINTS }: Query,
  range: Range,
  columns: readonly Selected[],
  faults: Faults,
): Plan {
  for (const { name, aggregate, metric } of columns) {
    if (aggregate !== undefined) {
      faults.add(`${name} names an aggregate, which needs an interval`, 'query', 'metrics')
    } else if (method !== undefined && metric.valueType === 'string') {
      faults.add(`${name} is a string metric, which has no shape to keep`, 'query', 'metrics')
    }
  }
  if (method === undefined) return { kind: 'raw', range, columns }
  return { kind: 'thinned', range, columns, thinning: { method, points } }
}

function planBuckets(
  query: Query & { interval: string },
  range: Range,
  columns: readonly Selected[],
  faults: Faults,
): Plan | undefined {
  const { fill, maxGap } = query
  const width =
    query.interval === 'auto'
      ? autoInterval(range, query.maxPoints ?? AUTO_POINTS)
      : readInterval(query.interval)
  const aggregated = columns.map((column) => settle(column, query, faults))
  if (width === undefined) {
    faults.add('must be like 30s, 5m, 1h, 1d, 1w or 1mo, up to 100 years', 'query', 'interval')
    return undefined
  }
  return {
    kind: 'buckets',
    ...{ range, columns: aggregated, width, fill, interval: writeInterval(width) },
    maxGap: maxGap === undefined ? Number.POSITIVE_INFINITY : readDuration(maxGap),
  }
}

function settle(column: Selected, query: Query, faults: Faults): Aggregated {
  const aggregate = column.aggregate ?? query.aggregate
  const { key, valueType } = column.metric
  if (valueType === 'string' && !fitsStrings(aggregate)) {
    const detail = `${key} is a string metric, which has no ${aggregate}; name it ${key}:count`
    faults.add(detail, 'query', column.aggregate === undefined ? 'aggregate' : 'metrics')
  }
  return { ...column, aggregate }
}
