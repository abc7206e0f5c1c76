'use client'

import type { Summary } from '@sluice/contract'
import { type QueryMeta, skipToken, useQuery } from '@tanstack/react-query'
import { memberOf } from '#data/member-of.ts'
import { useTRPC } from '#data/trpc.ts'
import { isNumeric, type ThingMetric } from '#things/metrics.ts'
import { chooseInterval, MOST_SAMPLES } from './interval.ts'
import { metricsParameter, type Points, pointsOf } from './points.ts'
import { type RangeName, rangeEndingAt, ranges } from './ranges.ts'

export interface SeriesState {
  readonly points: Points | undefined
  readonly summary: Summary['metrics'][string] | undefined
  /** Width of the buckets; undefined for raw samples. */
  readonly interval: string | undefined
  /** Whether older samples of the range were left out. */
  readonly isCut: boolean
  readonly error: unknown
  readonly retry: () => void
}

/**
 * Loads a metric's series over a range that ends at its latest sample, raw or in buckets depending on the number of
 * samples. Booleans and texts are not averaged: only their newest samples are loaded.
 */
export function useSeries(thingId: string, metric: ThingMetric, range: RangeName): SeriesState {
  const trpc = useTRPC()
  const params = { thingId }
  const span = metric.latest && rangeEndingAt(metric.latest.timestamp, range)
  const kept = keptIn(range)
  const counted = useQuery({
    ...trpc.telemetry.summary.queryOptions(
      span ? { params, query: { ...span, metrics: metric.key } } : skipToken,
    ),
    ...kept,
  })
  const summary = memberOf(counted.data?.metrics, metric.key)
  const interval =
    summary && isNumeric(metric) ? chooseInterval(ranges[range].seconds, summary.count) : undefined
  const query = {
    ...span,
    metrics: metricsParameter(metric.key, interval),
    interval,
    order: 'desc' as const,
    limit: MOST_SAMPLES,
  }
  const read = useQuery({
    ...trpc.telemetry.timeseries.queryOptions(span && summary ? { params, query } : skipToken),
    ...kept,
  })
  return {
    points: read.data && pointsOf(read.data, metric.key),
    summary,
    interval,
    isCut: read.data?.nextCursor != null,
    error: counted.error ?? read.error,
    retry: () => void (counted.error ? counted.refetch() : read.refetch()),
  }
}

/** A new latest sample moves the range, and what is shown stays until the answer. Another range starts anew. */
function keptIn(range: RangeName) {
  return {
    meta: { range },
    placeholderData<Data>(before: Data | undefined, query?: { meta?: QueryMeta | undefined }) {
      return query?.meta?.range === range ? before : undefined
    },
  }
}
