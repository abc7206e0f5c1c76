import type { SampleValue, Series } from '@sluice/contract'

/** One metric's points in time order. A bucketed one has its extremes beside the average. */
export interface Points {
  readonly times: readonly string[]
  readonly values: readonly (SampleValue | null)[]
  readonly low?: readonly (number | null)[]
  readonly high?: readonly (number | null)[]
}

/** The `metrics` parameter for one numeric metric: with an interval the extremes come along. */
export function metricsParameter(metric: string, interval: string | undefined): string {
  return interval ? `${metric}:avg,${metric}:min,${metric}:max` : metric
}

/** Takes one metric's points out of an answer, newest first, to {@link metricsParameter}. */
export function pointsOf({ timestamps, values }: Series, metric: string): Points {
  const column = (name: string) => values[name]?.toReversed() ?? []
  const times = timestamps.toReversed()
  if (!values[`${metric}:avg`]) return { times, values: column(metric) }
  return {
    times,
    values: column(`${metric}:avg`),
    low: column(`${metric}:min`).map(asNumber),
    high: column(`${metric}:max`).map(asNumber),
  }
}

/** A value as a chart's y; booleans are steps between 0 and 1, strings have no height. */
export function asNumber(value: SampleValue | null): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : null
}
