import type { Core } from '@sluice/core'

const limit = { perMinute: 600_000_000, burst: 100_000_000 }

/** The same buckets with room for any load: every request still takes and settles its unit. */
export function roomy(buckets: Core['buckets']): Core['buckets'] {
  return {
    take: (draw) => buckets.take({ ...draw, limit }),
    giveBack: (draw) => buckets.giveBack({ ...draw, limit }),
    look: (draw) => buckets.look({ ...draw, limit }),
    fault: () => buckets.fault(),
    close: () => buckets.close(),
  }
}
