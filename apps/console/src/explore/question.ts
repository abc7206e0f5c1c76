import { type Aggregate, aggregates, type Call } from '@sluice/contract'
import { oneOf, text } from '#url/search-params.ts'

/** What the explorer asks, as its URL says it. */
export interface Question {
  readonly things: readonly string[]
  readonly metrics: readonly string[]
  /** As the API takes it: ISO 8601, or back from now like `-24h`. */
  readonly from: string
  readonly to: string
  readonly interval: string
  readonly aggregate: Aggregate
  readonly isLive: boolean
}

/** More lines than this on one chart, or charts on one page, tell nobody anything. */
export const mostThings = 8
export const mostMetrics = 6

/** Not averaged: the samples themselves, where they are many those that keep the shape. */
export const SAMPLES = 'samples'
export const intervals = [
  ...(['auto', SAMPLES] as const),
  ...(['1s', '10s', '1m', '5m', '15m', '1h', '6h', '1d', '1w', '1mo'] as const),
]

/** Lengths back from now. */
export const presets = {
  '-15m': '15 minutes',
  '-1h': '1 hour',
  '-6h': '6 hours',
  '-24h': '24 hours',
  '-7d': '7 days',
  '-30d': '30 days',
  '-365d': '1 year',
} as const

const DEFAULT_FROM = '-24h'
/** Pixels of a wide chart, two a point. */
const POINTS = 500
const MOST_POINTS = 10_000

export function readQuestion(params: URLSearchParams): Question {
  const from = text(params, 'from') ?? DEFAULT_FROM
  const to = text(params, 'to') ?? 'now'
  return {
    things: listIn(params, 'things', mostThings),
    metrics: listIn(params, 'metrics', mostMetrics),
    from,
    to,
    interval: oneOf(params, 'interval', intervals) ?? 'auto',
    aggregate: oneOf(params, 'aggregate', aggregates) ?? 'avg',
    isLive: params.get('live') === '1' && to === 'now',
  }
}

function listIn(params: URLSearchParams, name: string, most: number): string[] {
  const words = (params.get(name) ?? '').split(',').filter((word) => word !== '')
  return [...new Set(words)].slice(0, most)
}

/** Whether averages come with the extremes around them: one thing alone has room for a band. */
export function hasBand({ things, aggregate, interval }: Question): boolean {
  return things.length === 1 && aggregate === 'avg' && interval !== SAMPLES
}

/** The query of one thing's series. `forDrawing` bounds it to what a chart can show. */
export function seriesQuery(
  question: Question,
  metrics: readonly string[],
  zone: string,
  forDrawing: boolean,
): NonNullable<Call<'telemetry.timeseries'>['query']> {
  const { from, to, interval, aggregate } = question
  const named = metrics.join(',')
  if (interval === SAMPLES) {
    const thinned = { downsample: 'lttb', maxPoints: 2 * POINTS } as const
    return { from, to, metrics: named, ...(forDrawing ? thinned : { limit: MOST_POINTS }) }
  }
  const withBand = forDrawing && hasBand(question)
  const banded = metrics.map((key) => `${key}:avg,${key}:min,${key}:max`).join(',')
  return {
    ...{ from, to, metrics: withBand ? banded : named, interval, aggregate },
    ...(interval === 'auto' && { maxPoints: POINTS }),
    ...(forDrawing && { limit: MOST_POINTS }),
    ...(zone !== 'UTC' && { timezone: zone }),
  }
}

/** The same as a path of the API, for the command line. */
export function seriesPath(
  question: Question,
  thingId: string,
  metrics: readonly string[],
  zone: string,
): string {
  const query = Object.entries(seriesQuery(question, metrics, zone, false))
  const words = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const path = `/v2/thing/${encodeURIComponent(thingId)}/timeseries`
  return `${path}?${words.join('&').replaceAll('%2C', ',').replaceAll('%3A', ':')}`
}
