import { type Aggregate, aggregates } from '@sluice/contract'
import { texts as range } from '#texts/range.ts'
import { oneOf, text } from '#url/search-params.ts'
import { readFilters, readGroupBy, type Selection } from './selection.ts'

/** A question to the explorer, as kept in its URL. */
export interface Question extends Selection {
  readonly metrics: readonly string[]
  /** ISO 8601, or relative such as `now-24h`. */
  readonly from: string
  readonly to: string
  readonly interval: string
  readonly aggregate: Aggregate
  /** Conditions that raw samples must satisfy, as in the API. */
  readonly where: string | undefined
  readonly isLive: boolean
  /** Whether to compare with the previous period. */
  readonly isCompared: boolean
  readonly view: 'chart' | 'table'
}

/** Limits that keep charts readable: lines per chart, and charts per page. */
export const mostThings = 8
export const mostMetrics = 6

/** Interval for raw samples; if there are many, they are downsampled in a way that keeps the shape. */
export const SAMPLES = 'samples'
export const intervals = [
  ...(['auto', SAMPLES] as const),
  ...(['1s', '10s', '1m', '5m', '15m', '1h', '6h', '1d', '1w', '1mo'] as const),
]

const { lengths } = range

/** Whether it asks for raw samples of single things. */
export function isOfSamples({ interval, groupBy }: Pick<Question, 'interval' | 'groupBy'>) {
  return interval === SAMPLES && groupBy === 'thing'
}

/** Relative ranges that end now. */
export const presets = {
  'now-15m': lengths.quarter,
  'now-1h': lengths.hour,
  'now-6h': lengths.sixHours,
  'now-24h': lengths.day,
  'now-7d': lengths.week,
  'now-30d': lengths.month,
  'now-365d': lengths.year,
} as const

/** The URL parameters of a question. Saved views store the same ones. */
export const questionParameters = [
  ...(['things', 'fleet', 'site', 'type', 'label', 'by', 'metrics'] as const),
  ...(['from', 'to', 'interval', 'aggregate', 'where', 'live', 'compare', 'view'] as const),
]

export const DEFAULT_FROM = 'now-24h'

export function readQuestion(params: URLSearchParams): Question {
  const from = text(params, 'from') ?? DEFAULT_FROM
  const to = text(params, 'to') ?? 'now'
  const isLive = params.get('live') === '1' && to === 'now'
  const interval = oneOf(params, 'interval', intervals) ?? 'auto'
  const groupBy = readGroupBy(params)
  return {
    things: listIn(params, 'things', mostThings),
    filters: readFilters(params),
    groupBy,
    metrics: listIn(params, 'metrics', mostMetrics),
    from,
    to,
    interval,
    aggregate: oneOf(params, 'aggregate', aggregates) ?? 'avg',
    where: isOfSamples({ interval, groupBy }) ? text(params, 'where') : undefined,
    isLive,
    isCompared: params.get('compare') === '1',
    view: oneOf(params, 'view', ['chart', 'table']) ?? 'chart',
  }
}

function listIn(params: URLSearchParams, name: string, most: number): string[] {
  const words = (params.get(name) ?? '').split(',').filter((word) => word !== '')
  return [...new Set(words)].slice(0, most)
}
