import type { Aggregate } from '@sluice/contract'

/** Percentiles, and what share of the samples is below each. */
export const percentileLevels = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const
export type Percentile = keyof typeof percentileLevels

export const percentiles = ['p50', 'p90', 'p95', 'p99'] as const satisfies Percentile[]

export function isPercentile(aggregate: Aggregate): aggregate is Percentile {
  return Object.hasOwn(percentileLevels, aggregate)
}
