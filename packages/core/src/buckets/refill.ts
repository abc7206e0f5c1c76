import type { Limit } from '@sluice/contract'

/**
 * The token bucket (spec section 8.3). A bucket is (tokens, at): what it held when it was last touched.
 * Time refills it continuously at the sustained rate, never above the burst; a bucket in debt climbs back at
 * the same rate. Nothing runs between requests: the level is worked out when somebody looks.
 */
export interface Bucket {
  readonly tokens: number
  /** Epoch milliseconds. */
  readonly at: number
}

/** The bucket as it stands at `now`. A clock that went back refills nothing. */
export function refill(bucket: Bucket, limit: Limit, now: number): Bucket {
  const elapsed = Math.max(0, now - bucket.at)
  const tokens = bucket.tokens + (elapsed * limit.perMinute) / 60_000
  return { tokens: Math.min(limit.burst, tokens), at: Math.max(bucket.at, now) }
}

/** Whole seconds, at least 1, until the bucket holds one whole unit. */
export function secondsUntilOne(tokens: number, limit: Limit): number {
  return Math.max(1, Math.ceil(((1 - tokens) * 60) / limit.perMinute))
}

/** Whole seconds until the bucket is full again. */
export function secondsUntilFull(tokens: number, limit: Limit): number {
  return Math.max(0, Math.ceil(((limit.burst - tokens) * 60) / limit.perMinute))
}
