import type { NativeColumn } from '@sluice/clickhouse'
import type { Aggregate } from '@sluice/contract'
import { isNumber } from '../stored-value.ts'

/** Percentiles, and the share of samples below each. */
export const percentileLevels = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const
export type Percentile = keyof typeof percentileLevels

export const percentiles = ['p50', 'p90', 'p95', 'p99'] as const satisfies Percentile[]

export function isPercentile(aggregate: Aggregate): aggregate is Percentile {
  return Object.hasOwn(percentileLevels, aggregate)
}

/**
 * SQL of a percentile of numbers. The store subtracts the two neighbors of the percentile: if their distance overflows
 * a double, it answers infinity or NaN. If {@link lacksQuantiles} says so, the query is repeated with `byHalves`, which
 * costs twice as much.
 */
export function quantileSql(level: number, byHalves = false): string {
  const quantile = `quantileExactInclusiveIf(${level})`
  const whole = `${quantile}(number, ${isNumber})`
  if (!byHalves) return whole
  return `if(isFinite(${whole}), ${whole}, 2 * ${quantile}(number / 2, ${isNumber}))`
}

/** Whether a percentile is missing although there are numbers; `counts` has how many. */
export function lacksQuantiles(quantiles: NativeColumn = [], counts: NativeColumn = []): boolean {
  if ('elements' in quantiles) return quantiles.elements.some((one) => lacksQuantiles(one, counts))
  if (!(quantiles instanceof Float64Array && counts instanceof Float64Array)) return false
  return quantiles.some((quantile, row) => !Number.isFinite(quantile) && (counts[row] ?? 0) > 0)
}
