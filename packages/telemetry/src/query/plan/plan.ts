import { type Fill, type Input, queryLimits } from '@sluice/contract'
import { invalidRequest } from '@sluice/runtime'
import { Faults } from '../../decode/faults.ts'
import type { Aggregated } from '../buckets/bucket-query.ts'
import { type Interval, readInterval, writeInterval } from '../calendar/grid.ts'
import { isZone, openZone } from '../calendar/zone.ts'
import type { Thinning } from '../pages/downsample.ts'
import { fitsStrings, usualAggregate } from './aggregates.ts'
import { autoInterval } from './auto-interval.ts'
import { type Condition, readConditions } from './condition.ts'
import { allowedStrings } from './merge-metrics.ts'
import { type Range, readDuration, readRange } from './range.ts'
import {
  type Column,
  columnsOf,
  countColumns,
  findMetric,
  readSelection,
  type Selected,
} from './selection.ts'
import type { Subject } from './subject.ts'

type ThingQuery = Input<'telemetry.timeseries'>['query']
/** Of a thing, or of a place with a grouping of its things. */
export type Query = ThingQuery &
  Partial<Pick<Input<'telemetry.siteTimeseries'>['query'], 'groupBy'>>

/** A parsed query. */
export type Plan = { readonly range: Range } & (
  | ({ readonly kind: 'raw' } & Samples)
  | ({ readonly kind: 'thinned'; readonly thinning: Thinning } & Samples)
  | {
      readonly kind: 'buckets'
      readonly columns: readonly Aggregated[]
      /** As text: the one requested, or the one chosen for `auto`. */
      readonly interval: string
      readonly width: Interval
      readonly fill: Fill
      /** Longest gap to fill, in microseconds. */
      readonly maxGap: number
    }
)

interface Samples {
  readonly columns: readonly Column[]
  readonly where: readonly Condition[]
}

const AUTO_POINTS = 500
const THINNED_POINTS = 1000
/** Each series keeps samples of different times, and has an entry at the times of all others. */
const THINNED_VALUES = 5 * queryLimits.values

/**
 * Parses a query; throws `invalid-request` with all faults. `pageRange` is the range of the first page, if this is a
 * later one.
 */
export function readPlan(
  query: Query,
  subject: Subject,
  zone: { readonly timezone: string; readonly now: Date; readonly pageRange: Range | undefined },
): Plan {
  const { timezone, now, pageRange } = zone
  const faults = new Faults()
  // Relative to this moment, the first page's range may be invalid by now.
  const range = pageRange ?? readRange(query, now, faults)
  const named = readSelection(query.metrics, subject, faults)
  const selected =
    query.metrics === undefined ? named.filter((column) => fits(column, query)) : named
  checkTogether(query, faults)
  const find = (key: string) => {
    const metric = findMetric(key, subject, faults, 'where')
    return metric && { ...metric, enumValues: allowedStrings(key, subject) }
  }
  const where = readConditions(query.where, find, faults)
  const byThing = query.groupBy === 'thing'
  /** Makes the columns of a query without faults: those of a refused one could be a million. */
  const columnsFor = <Wanted extends Selected>(wanted: readonly Wanted[]) => {
    const groups = subject.groups?.length ?? 1
    checkSize(query, countColumns(wanted, subject, byThing) * groups, faults)
    if (!isZone(timezone)) {
      faults.add('must be an IANA time zone, for example Europe/Oslo', 'query', 'timezone')
    }
    if (faults.count > 0) throw invalidRequest(faults.list())
    return columnsOf(wanted, subject, byThing)
  }
  const { interval } = query
  if (interval === undefined) {
    const columns = columnsFor(checkSamples(selected, query, faults))
    return planSamples(query, { range, where, columns })
  }
  const settled = settle(selected, query, faults)
  const width = readWidth({ ...query, interval, timezone }, range, faults)
  return planBuckets(query, { range, width, columns: columnsFor(settled) })
}

/** Checks parameters that mean nothing without another. */
function checkTogether(query: Query, faults: Faults) {
  const { interval, aggregate, fill, maxGap, maxPoints, downsample, groupBy, timezone, where } =
    query
  const needs = (present: boolean, met: boolean, name: string, detail: string) => {
    if (present && !met) faults.add(detail, 'query', name)
  }
  const filled = fill === 'previous' || fill === 'linear'
  const thinned = downsample !== undefined
  needs(aggregate !== undefined, interval !== undefined, 'aggregate', 'needs an interval')
  needs(fill !== 'none', interval !== undefined, 'fill', 'needs an interval')
  needs(maxGap !== undefined, filled, 'maxGap', 'needs fill=previous or fill=linear')
  needs(thinned, interval === undefined, 'downsample', 'is for raw samples: leave out the interval')
  needs(timezone !== undefined, interval !== undefined, 'timezone', 'needs an interval')
  needs(
    where !== undefined,
    interval === undefined,
    'where',
    'is for raw samples: leave out the interval',
  )
  if (thinned) checkOnePage(query, faults)
  const bounds = thinned || interval === 'auto'
  needs(
    groupBy !== undefined && groupBy !== 'thing',
    interval !== undefined,
    'interval',
    'is required when things are combined; use groupBy=thing for the samples of each',
  )
  needs(maxPoints !== undefined, bounds, 'maxPoints', 'needs interval=auto or downsample')
}

/** Downsampled series are answered in one page, from the first sample to the last. */
function checkOnePage({ cursor, limit, order }: Query, faults: Faults) {
  const detail = 'does not apply, because the result is one page'
  if (cursor !== undefined) faults.add(detail, 'query', 'cursor')
  if (limit !== queryLimits.defaultPoints) {
    faults.add(`${detail}; maxPoints says how many samples a series has`, 'query', 'limit')
  }
  if (order === 'desc') faults.add('must be asc with downsample', 'query', 'order')
}

/** Bounds the size of an answer, whatever is in the store. */
function checkSize(
  { limit, groupBy, downsample, maxPoints = THINNED_POINTS }: Query,
  columns: number,
  faults: Faults,
): void {
  if (columns > queryLimits.series && groupBy !== undefined && groupBy !== 'none') {
    const detail = `requests ${columns} series, and the limit is ${queryLimits.series}; name fewer metrics, or use groupBy=none`
    faults.add(detail, 'query', 'groupBy')
  } else if (downsample !== undefined) {
    const most = Math.floor(THINNED_VALUES / columns ** 2)
    if (maxPoints > most) {
      faults.add(`must be at most ${most} for ${columns} series`, 'query', 'maxPoints')
    }
  } else if (columns * limit > queryLimits.values) {
    const most = Math.floor(queryLimits.values / columns)
    faults.add(`must be at most ${most} for ${columns} series`, 'query', 'limit')
  }
}

/** Without `metrics`, the answer has those to which the request applies. */
function fits(
  { metric }: Selected,
  { interval, aggregate = usualAggregate, downsample }: Query,
): boolean {
  if (metric.valueType !== 'string') return true
  return interval === undefined ? downsample === undefined : fitsStrings(aggregate)
}

function checkSamples(
  selected: readonly Selected[],
  { downsample }: Query,
  faults: Faults,
): readonly Selected[] {
  for (const { name, aggregate, metric } of selected) {
    if (aggregate !== undefined) {
      faults.add(`${name} names an aggregate, which needs an interval`, 'query', 'metrics')
    } else if (downsample !== undefined && metric.valueType === 'string') {
      faults.add(`${name} is a string metric, which has no shape to keep`, 'query', 'metrics')
    }
  }
  return selected
}

function planSamples(
  { downsample: method, maxPoints: points = THINNED_POINTS }: Query,
  samples: Samples & { readonly range: Range },
): Plan {
  if (method === undefined) return { kind: 'raw', ...samples }
  return { kind: 'thinned', ...samples, thinning: { method, points } }
}

function planBuckets(
  { fill, maxGap }: Query,
  buckets: {
    readonly range: Range
    readonly width: Interval
    readonly columns: readonly Aggregated[]
  },
): Plan {
  return {
    kind: 'buckets',
    ...{ ...buckets, fill, interval: writeInterval(buckets.width) },
    maxGap: maxGap === undefined ? Number.POSITIVE_INFINITY : readDuration(maxGap),
  }
}

/** Any width if the query has faults. */
function readWidth(
  {
    interval,
    maxPoints = AUTO_POINTS,
    timezone,
  }: Query & { readonly interval: string; readonly timezone: string },
  range: Range,
  faults: Faults,
): Interval {
  const none = { count: 1, unit: 'd' } as const
  if (interval === 'auto') {
    // An invalid range or zone cannot be divided.
    const isDivisible = faults.count === 0 && isZone(timezone)
    return isDivisible ? autoInterval(range, maxPoints, openZone(timezone)) : none
  }
  const width = readInterval(interval)
  if (width) return width
  faults.add('must be like 30s, 5m, 1h, 1d, 1w or 1mo, up to 100 years', 'query', 'interval')
  return none
}

/** Gives every column its aggregate; adds faults for those that do not apply. */
function settle(selected: readonly Selected[], query: Query, faults: Faults) {
  return selected.map((column) => {
    const aggregate = column.aggregate ?? query.aggregate ?? usualAggregate
    const { key, valueType } = column.metric
    if (valueType === 'string' && !fitsStrings(aggregate)) {
      const detail = `${key} is a string metric and has no ${aggregate}; use ${key}:count`
      faults.add(detail, 'query', column.aggregate === undefined ? 'aggregate' : 'metrics')
    }
    return { ...column, aggregate }
  })
}
