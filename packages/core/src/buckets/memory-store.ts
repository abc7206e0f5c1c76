import type { Limit } from '@sluice/contract'
import { type Bucket, refill, wholeUnits } from './refill.ts'
import type { BucketStore, Level } from './store.ts'

/** Buckets of one process. Full ones are forgotten: a bucket that is not there is full. */
export function memoryBuckets(clock: () => Date, capacity = 100_000): BucketStore {
  const buckets = new Map<string, Bucket>()
  const limits = new Map<string, Limit>()
  let sweepAbove = capacity

  function current(name: string, limit: Limit): Bucket {
    const now = clock().getTime()
    const bucket = buckets.get(name)
    return bucket ? refill(bucket, limit, now) : { tokens: limit.burst, at: now }
  }

  function keep(name: string, limit: Limit, bucket: Bucket): Level {
    if (bucket.tokens >= limit.burst) forget(name)
    else {
      buckets.set(name, bucket)
      limits.set(name, limit)
      if (buckets.size > sweepAbove) sweep()
    }
    return { tokens: bucket.tokens, limit }
  }

  function forget(name: string) {
    buckets.delete(name)
    limits.delete(name)
  }

  /** Drops what has refilled; a bucket still owing units is never dropped, so no sweep is lenient. */
  function sweep() {
    const now = clock().getTime()
    for (const [name, bucket] of buckets) {
      const limit = limits.get(name)
      if (limit && refill(bucket, limit, now).tokens >= limit.burst) forget(name)
    }
    // When most must stay, the next sweep waits until as many have come: no sweep a request.
    sweepAbove = Math.max(capacity, buckets.size * 2)
  }

  return {
    async take(name, limit) {
      const bucket = current(name, limit)
      if (wholeUnits(bucket.tokens) < 1)
        return { taken: false, level: { tokens: bucket.tokens, limit } }
      return { taken: true, level: keep(name, limit, { ...bucket, tokens: bucket.tokens - 1 }) }
    },
    async add(name, limit, units) {
      const bucket = current(name, limit)
      return keep(name, limit, { ...bucket, tokens: Math.min(limit.burst, bucket.tokens + units) })
    },
    async level(name, limit) {
      // Most looks are at full buckets, which need no clock.
      const tokens = buckets.has(name) ? current(name, limit).tokens : limit.burst
      return { tokens, limit }
    },
  }
}
