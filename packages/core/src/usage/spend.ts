import type { Limit } from '@sluice/contract'

/** Calls within a second. */
export interface Second {
  /** Epoch seconds. */
  readonly second: number
  readonly calls: number
}

/** Seconds processed between two yields. */
const SECONDS_PER_YIELD = 4_096

/** How many calls, in order of time, a bucket would refuse that is full before the first: for `inSlices`. */
export function* spend(
  demand: readonly Second[],
  { perMinute, burst }: Limit,
): Generator<void, number> {
  let tokens = burst
  let at = demand[0]?.second ?? 0
  let refused = 0
  for (const [i, { second, calls }] of demand.entries()) {
    if (i % SECONDS_PER_YIELD === 0) yield
    tokens = Math.min(burst, tokens + ((second - at) * perMinute) / 60)
    at = second
    const admitted = Math.min(calls, Math.floor(tokens))
    tokens -= admitted
    refused += calls - admitted
  }
  return refused
}
