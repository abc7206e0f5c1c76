import type { Limit } from '@sluice/contract'

/**
 * The token bucket (spec section 8.3). A bucket is (tokens, at): its level when it was last used. It refills
 * continuously at the sustained rate, up to the burst; a bucket in debt recovers at the same rate. Nothing runs between
 * requests: the level is computed on use.
 */
export interface Bucket {
  tokens: number
  /** Epoch milliseconds. */
  at: number
}

/**
 * Refills a bucket in place up to `now`, which every request does. A clock that was set back adds nothing, and refills
 * go on from its new time.
 */
export function refill<Kept extends Bucket>(bucket: Kept, limit: Limit, now: number): Kept {
  if (now > bucket.at) bucket.tokens += ((now - bucket.at) * limit.perMinute) / 60_000
  bucket.at = now
  if (bucket.tokens > limit.burst) bucket.tokens = limit.burst
  return bucket
}

/** Sums of refills are floats: a unit that is short by less than this counts as whole. */
const TOLERANCE = 1e-9

/** The number of whole units; negative in debt. */
export function wholeUnits(tokens: number): number {
  return Math.floor(tokens + TOLERANCE)
}

/** Whole seconds, at least 1, until the bucket has one whole unit. */
export function secondsUntilOne(tokens: number, limit: Limit): number {
  return Math.max(1, secondsUntil(1, tokens, limit))
}

/** Whole seconds until the bucket is full. */
export function secondsUntilFull(tokens: number, limit: Limit): number {
  return Math.max(0, secondsUntil(limit.burst, tokens, limit))
}

/** Whole seconds until the bucket has this many units. */
export function secondsUntil(wanted: number, tokens: number, limit: Limit): number {
  return Math.ceil(((wanted - tokens - TOLERANCE) * 60) / limit.perMinute)
}
