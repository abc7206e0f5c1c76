import type { Core } from '@sluice/core'

const limit = { perMinute: 600_000_000, burst: 100_000_000 }

/** The same buckets with room for any load: every request still takes and settles its unit. */
export function roomy(buckets: Core['buckets']): Core['buckets'] {
  return {
    take: (bucket) => buckets.take(bucket, limit),
    add: (bucket, _, units) => buckets.add(bucket, limit, units),
    level: (bucket) => buckets.level(bucket, limit),
  }
}
