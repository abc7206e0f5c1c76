import { type Limit, openLimit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { clientNetwork } from '../allow-list/index.ts'
import { bucketMap } from './bucket-map.ts'
import { type Rate, RateLimited } from './rate-limited.ts'
import { type Bucket, secondsUntilOne, wholeUnits } from './refill.ts'

/** Bounds failures to authenticate by client address, never by key id: a stranger cannot lock a key out. */
const authenticationLimit = { perMinute: 60, burst: 100 } as const

/**
 * Budgets of client addresses, in this node's memory: they hold strangers off, and need no exactness over nodes.
 * Who has one IPv6 address has a whole /64, so that is what counts.
 */
export interface Addresses {
  /** Throws `rate-limited` while an address has failed to authenticate too often. */
  check(address: string): void
  /** Counts a failure to authenticate. */
  countFailure(address: string): void
  /** Takes a unit for a row that anyone may call; nothing gives it back. Throws `rate-limited`. */
  takeOpen(address: string): Rate
}

export function limitAddresses(clock: () => Date): Addresses {
  const failing = addressBuckets(authenticationLimit, clock)
  const open = addressBuckets(openLimit, clock)
  return {
    check(address) {
      const tokens = failing.look(address)
      if (wholeUnits(tokens) >= 1) return
      const retryAfter = secondsUntilOne(tokens, authenticationLimit)
      const detail = `Too many failed authentications from this address. Retry after the period in Retry-After (${retryAfter} s).`
      throw new Problem('rate-limited', { detail, retryAfter })
    },
    countFailure(address) {
      failing.bucketOf(address).tokens -= 1
    },
    takeOpen(address) {
      const bucket = open.bucketOf(address)
      const empty = wholeUnits(bucket.tokens) < 1
      if (!empty) bucket.tokens -= 1
      const rate: Rate = { name: 'open', tokens: bucket.tokens, limit: openLimit }
      if (empty) throw new RateLimited(rate, "this address's budget of requests")
      return rate
    },
  }
}

function addressBuckets(limit: Limit, clock: () => Date) {
  const buckets = bucketMap(limit, clock)
  return {
    /** The tokens of an address; full while nothing is known of it. */
    look(address: string): number {
      // While nobody fails, which is nearly always, no address is taken apart.
      return buckets.isEmpty() ? limit.burst : buckets.look(clientNetwork(address))
    },
    bucketOf: (address: string): Bucket => buckets.bucketOf(clientNetwork(address)),
  }
}
