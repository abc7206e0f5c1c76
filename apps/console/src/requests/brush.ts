import type { CallCounts } from '@sluice/contract'

/** A range as in the URL. */
export interface LogSpan {
  readonly from: string
  readonly to: string
}

/** Index of the bar at a share of the plot's width. */
export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

/** The span from one bar to another, inclusive and in either order. */
export function spanOfBars(counts: CallCounts, a: number, b: number): LogSpan {
  const start = Date.parse(counts.from)
  const step = counts.intervalSeconds * 1000
  const [first, last] = a <= b ? [a, b] : [b, a]
  return {
    from: new Date(start + first * step).toISOString(),
    to: new Date(start + (last + 1) * step).toISOString(),
  }
}
