import type { Limit } from '@sluice/contract'

/** Calls that came within a second. */
export interface Second {
  /** Epoch seconds. */
  readonly second: number
  readonly calls: number
}

/** How many of the calls, in the order of time, a bucket would refuse that is full before the first. */
export function spend(demand: readonly Second[], { perMinute, burst }: Limit): number {
  let tokens = burst
  let at = demand[0]?.second ?? 0
  let refused = 0
  for (const { second, calls } of demand) {
    tokens = Math.min(burst, tokens + ((second - at) * perMinute) / 60)
    at = second
    const admitted = Math.min(calls, Math.floor(tokens))
    tokens -= admitted
    refused += calls - admitted
  }
  return refused
}
