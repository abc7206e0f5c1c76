import type { CallCounts } from '@sluice/contract'

/** `from` and `to` of the URL. */
export interface LogSpan {
  readonly from: string
  readonly to: string
}

/** The bar at a share of the plot's width, of `count`. */
export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

/** The span of the bars from one to another, in either order, both included. */
export function spanOfBars(counts: CallCounts, a: number, b: number): LogSpan {
  const start = Date.parse(counts.from)
  const step = counts.intervalSeconds * 1000
  const [first, last] = a <= b ? [a, b] : [b, a]
  return {
    from: new Date(start + first * step).toISOString(),
    to: new Date(start + (last + 1) * step).toISOString(),
  }
}
