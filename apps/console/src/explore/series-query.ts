import type { Call } from '@sluice/contract'
import { apiTime, lengthOf } from '#range/time-text.ts'
import { MOST_VALUES } from '#series/most-values.ts'
import { isOfSamples, mostThings, type Question, SAMPLES } from './question.ts'
import { selectionQuery, selectsByFilter } from './selection.ts'
import { statColumns } from './stats.ts'
import type { ExploredMetric } from './use-metrics.ts'

type SeriesQuery = NonNullable<Call<'telemetry.thingsTimeseries'>['query']>

/** The API's limits for one response: times and groups. */
const [MOST_POINTS, MOST_GROUPS] = [10_000, 100]

/** How many buckets fit a chart of this width. Rounded down to steps, so that a resize rarely triggers a new query. */
export function pointsOf(width: number): number {
  return Math.min(1200, Math.max(150, Math.floor(width / 1.5 / 150) * 150))
}

const seconds: Record<string, number> = {
  ...{ '1s': 1, '10s': 10, '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '6h': 6 * 3600 },
  ...{ '1d': 86_400, '1w': 7 * 86_400, '1mo': 30 * 86_400 },
}

/**
 * The chosen interval, or `auto` if that would give more buckets than a chart can show or a response can hold. A
 * truncated chart would look like an outage.
 *
 * @param columns number of series times aggregates per series
 */
export function shownInterval(
  { interval, ...range }: Question,
  points: number,
  columns: number,
): string {
  const width = seconds[interval]
  if (width === undefined) return interval
  return lengthOf(range) / width > Math.min(mostTimes(columns), 6 * points) ? 'auto' : interval
}

/** How many times a response with this many columns can hold. */
function mostTimes(columns: number): number {
  return Math.max(2, Math.min(MOST_POINTS, Math.floor(MOST_VALUES / columns)))
}

/** Upper bound for the number of series per metric. */
export function mostLines({ groupBy }: Question, things: number): number {
  if (groupBy === 'none') return 1
  return groupBy === 'thing' ? mostThings : Math.max(1, Math.min(things, MOST_GROUPS))
}

/** Number of columns in a chart's response: series times aggregates. */
export function columnsOf({ aggregate }: Question, lines: number, metrics: number): number {
  return Math.max(1, lines * metrics * (aggregate === 'avg' ? 4 : 1))
}

export interface Asked {
  readonly question: Question
  /** The named things that exist. */
  readonly found: readonly string[]
  /** Number of series per metric. */
  readonly lines: number
  readonly zone: string
}

interface Drawn extends Asked {
  readonly points: number
}

/**
 * The query for charts of numbers and booleans, with no more points than fit. Averages include the columns for the
 * legend and the band.
 */
export function drawnQuery(asked: Drawn, metrics: readonly string[]): SeriesQuery {
  const { question, found, points, zone, lines } = asked
  const range = { from: apiTime(question.from), to: apiTime(question.to) }
  const shared = { ...selectionQuery(question, found), ...range }
  if (isOfSamples(question)) {
    // Series may have no times in common, so each column may add its own rows.
    const most = mostTimes((lines * metrics.length) ** 2)
    const maxPoints = Math.min(2 * points, most)
    const samples = { ...whereOf(question), downsample: 'lttb' as const, maxPoints }
    return { ...shared, metrics: metrics.join(','), ...samples }
  }
  const columns = columnsOf(question, lines, metrics.length)
  const chosen = shownInterval(question, points, columns)
  const interval = chosen === SAMPLES ? 'auto' : chosen
  const withStats = question.aggregate === 'avg'
  const limit = mostTimes(columns)
  return {
    ...{ ...shared, metrics: (withStats ? metrics.map(statColumns) : metrics).join(','), interval },
    aggregate: question.aggregate,
    ...(interval === 'auto' && { maxPoints: Math.min(points, limit) }),
    limit,
    ...(zone !== 'UTC' && { timezone: zone }),
  }
}

function whereOf({ where }: Question) {
  return where === undefined ? {} : { where }
}

/** The question behind a legend, which always shows averages. For a chart of averages it is the same question. */
export function legendQuestion(question: Question): Question {
  const interval = question.interval === SAMPLES ? 'auto' : question.interval
  return { ...question, aggregate: 'avg', interval }
}

/** The API's limit for the number of series with groupBy=thing. */
const MOST_SERIES = 1000

/** The query for the average of each thing in a crowd, in few points; undefined if the crowd is too large. */
export function spreadQuery(
  { from, to, filters }: Question,
  things: number,
  metrics: readonly string[],
): SeriesQuery | undefined {
  if (things * metrics.length > MOST_SERIES) return undefined
  return {
    ...{ ...filters, groupBy: 'thing', from: apiTime(from), to: apiTime(to) },
    ...{ metrics: metrics.map((key) => `${key}:avg`).join(','), interval: 'auto', maxPoints: 12 },
    limit: 100,
  }
}

/**
 * The query for states: the last of each bucket. Buckets are finer than for lines, since a state fills its bucket. With
 * a condition: the newest samples.
 */
export function statesQuery(asked: Drawn, metrics: readonly string[]): SeriesQuery {
  const { question, found, points, zone, lines } = asked
  const range = { from: apiTime(question.from), to: apiTime(question.to) }
  const limit = mostTimes(Math.max(1, lines * metrics.length))
  const shared = { ...selectionQuery(question, found), ...range, metrics: metrics.join(',') }
  if (question.where !== undefined) return { ...shared, ...whereOf(question), order: 'desc', limit }
  return {
    ...{ ...shared, interval: 'auto', aggregate: 'last' },
    ...{ maxPoints: Math.min(2 * points, limit), limit },
    ...(zone !== 'UTC' && { timezone: zone }),
  }
}

/** What the export and the command line ask: things beyond the API's limit of series are combined, as on the chart. */
export function wholeQuestion(question: Question, things: number, metrics: number): Question {
  const isTooMany = question.groupBy === 'thing' && things * metrics > MOST_SERIES
  return isTooMany ? { ...question, groupBy: 'none' } : question
}

/** The charts' query without limits for drawing; used for the export and the command line. */
export function wholeQuery(
  { question, found, zone }: Asked,
  metrics: readonly string[],
): SeriesQuery {
  const { from, to, interval, aggregate } = question
  const range = { from: apiTime(from), to: apiTime(to), metrics: metrics.join(',') }
  const shared = { ...selectionQuery(question, found), ...range }
  if (isOfSamples(question)) return { ...shared, ...whereOf(question) }
  return {
    ...{ ...shared, interval: interval === SAMPLES ? 'auto' : interval, aggregate },
    ...(zone !== 'UTC' && { timezone: zone }),
  }
}

/** Metrics as {@link wholeQuery} names them. Texts have no average, so the last one of each bucket is used. */
export function namesAsked(
  question: Question,
  metrics: readonly Pick<ExploredMetric, 'key' | 'valueKind'>[],
): string[] {
  return metrics.map(({ key, valueKind }) =>
    valueKind === 'text' && !isOfSamples(question) ? `${key}:last` : key,
  )
}

/** The {@link wholeQuery} as a path of the API. */
export function seriesPath(asked: Asked, metrics: readonly string[]): string {
  const query = Object.entries(wholeQuery(asked, metrics))
  const words = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  // A single quote would end the argument of the curl command.
  const text = words.join('&').replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27')
  return `/v2/things/timeseries?${text}`
}

/** Whether a chart shows a band and outliers instead of one line per thing. */
export function isCrowd(question: Question, total: number, most: number): boolean {
  return question.groupBy === 'thing' && selectsByFilter(question) && total > most
}

/** Whether a condition may filter its samples. A crowd is shown by averages. */
export function takesWhere(question: Question, total: number): boolean {
  return isOfSamples(question) && !isCrowd(question, total, mostThings)
}
