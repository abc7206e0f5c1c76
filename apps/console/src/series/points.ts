import type { SampleValue, Series } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'

/** The points of one metric in time order. Averages of buckets also have lowest and highest. */
export interface Points {
  readonly times: readonly string[]
  readonly values: readonly (SampleValue | null)[]
  readonly low?: readonly (number | null)[]
  readonly high?: readonly (number | null)[]
}

/** The `metrics` parameter for one numeric metric; with an interval it includes the extremes. */
export function metricsParameter(metric: string, interval: string | undefined): string {
  return interval ? `${metric}:avg,${metric}:min,${metric}:max` : metric
}

/** Extracts one metric's points from an answer to {@link metricsParameter}, which is newest first. */
export function pointsOf({ timestamps, values }: Series, metric: string): Points {
  const column = (name: string) => memberOf(values, name)?.toReversed() ?? []
  const times = timestamps.toReversed()
  if (!values[`${metric}:avg`]) return { times, values: column(metric) }
  return {
    times,
    values: column(`${metric}:avg`),
    low: column(`${metric}:min`).map(asNumber),
    high: column(`${metric}:max`).map(asNumber),
  }
}

/** The y value of a sample: booleans are 0 or 1, strings have none. */
export function asNumber(value: SampleValue | null): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : null
}
