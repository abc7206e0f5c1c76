import { reserveLimit } from '@sluice/contract'
import { bucketMap } from './bucket-map.ts'
import { wholeUnits } from './refill.ts'

/**
 * A small reserve of each key, in this node's memory, for operations with `hasReserve`. A leaked key that spends its
 * organization's budget would otherwise keep it from being revoked. It belongs to the key, so that no other key can
 * use it up.
 */
export interface Reserves {
  /** Takes a unit; false if there is none. It is never returned. */
  take(keyId: string): boolean
  /** Whether a unit is left. */
  has(keyId: string): boolean
}

export function keyReserves(clock: () => number): Reserves {
  const buckets = bucketMap(reserveLimit, clock)
  return {
    take(keyId) {
      const bucket = buckets.bucketOf(keyId)
      if (wholeUnits(bucket.tokens) < 1) return false
      bucket.tokens -= 1
      return true
    },
    has: (keyId) => wholeUnits(buckets.look(keyId)) >= 1,
  }
}
