import type { Limit } from '@sluice/contract'
import { type Bucket, refill } from './refill.ts'

/** Buckets in memory before full ones are evicted. */
const CAPACITY = 100_000

/** Buckets of one limit by name, in this process's memory. Full buckets need not be stored. */
export interface BucketMap {
  /** The number of stored buckets; 0 means that all are full. */
  size(): number
  /** The current tokens of a name; a full bucket if it is unknown. */
  look(name: string): number
  /** The bucket of a name, refilled up to now. */
  bucketOf(name: string): Bucket
}

export function bucketMap(limit: Limit, clock: () => number, capacity = CAPACITY): BucketMap {
  const buckets = new Map<string, Bucket>()
  let sweepAbove = capacity

  function sweep(now: number) {
    for (const [name, bucket] of buckets) {
      if (refill(bucket, limit, now).tokens >= limit.burst) buckets.delete(name)
    }
    sweepAbove = Math.max(capacity, buckets.size * 2)
  }

  return {
    size: () => buckets.size,
    look(name) {
      const bucket = buckets.get(name)
      return bucket ? refill(bucket, limit, clock()).tokens : limit.burst
    },
    bucketOf(name) {
      const now = clock()
      const known = buckets.get(name)
      if (known) return refill(known, limit, now)
      if (buckets.size >= sweepAbove) sweep(now)
      const made = { tokens: limit.burst, at: now }
      buckets.set(name, made)
      return made
    },
  }
}
