import { type Limit, openLimit } from '@sluice/contract'
import { fairQueue, Problem } from '@sluice/runtime'
import { clientNetwork } from '../allow-list/index.ts'
import { bucketMap } from './bucket-map.ts'
import { type Rate, RateLimited } from './rate-limited.ts'
import { type Bucket, secondsUntilOne, wholeUnits } from './refill.ts'

/** Bounds failures to authenticate by client address, never by key id: a stranger cannot lock a key out. */
const authenticationLimit = { perMinute: 60, burst: 100 } as const

/**
 * Budgets of client addresses, in this node's memory: they hold strangers off, and need no exactness over nodes.
 * Who has one IPv6 address has a whole /64, so that is what counts. Whoever authenticates is never refused for its
 * address, which it may share with others.
 */
export interface Addresses {
  /** Throws `rate-limited` while an address has failed to authenticate too often. */
  check(address: string): void
  /** Counts a failure to authenticate. */
  countFailure(address: string): void
  /** Both, of a request that failed: throws `rate-limited` in place of its own problem, or counts it. */
  blame(address: string): void
  /**
   * Looks a key up that is not in memory. An address that has failed too often does so one at a time, behind no other
   * address: it can make no more work than that, and a valid key behind it is let in all the same.
   */
  lookUp<Found>(address: string, look: () => Promise<Found>): Promise<Found>
  /** Takes a unit for a row that anyone may call; nothing gives it back. Throws `rate-limited`. */
  takeOpen(address: string): Rate
}

/** Lookups for addresses that fail: together a part of the database's connections, each address with one. */
const lookups = { slots: 4, perOwner: 1, longest: 1_000, patience: 5_000 } as const

export function limitAddresses(clock: () => number): Addresses {
  const failing = addressBuckets(authenticationLimit, clock)
  const open = addressBuckets(openLimit, clock)
  const queue = fairQueue({ ...lookups, refusal: () => throttled(0) })
  const isThrottled = (address: string) => wholeUnits(failing.look(address)) < 1

  function check(address: string): void {
    const tokens = failing.look(address)
    if (wholeUnits(tokens) < 1) throw throttled(tokens)
  }

  function countFailure(address: string): void {
    failing.bucketOf(address).tokens -= 1
  }

  return {
    check,
    countFailure,
    blame(address) {
      check(address)
      countFailure(address)
    },
    lookUp(address, look) {
      return isThrottled(address) ? queue.run(clientNetwork(address), look) : look()
    },
    takeOpen(address) {
      const bucket = open.bucketOf(address)
      const empty = wholeUnits(bucket.tokens) < 1
      if (!empty) bucket.tokens -= 1
      const rate: Rate = { name: 'open', tokens: bucket.tokens, limit: openLimit }
      if (empty) throw new RateLimited(rate, rate, "this address's budget of requests")
      return rate
    },
  }
}

function throttled(tokens: number): Problem {
  const retryAfter = secondsUntilOne(tokens, authenticationLimit)
  const detail = `Too many failed authentications from this address. Retry after ${retryAfter} s (Retry-After).`
  return new Problem('rate-limited', { detail, retryAfter })
}

function addressBuckets(limit: Limit, clock: () => number) {
  const buckets = bucketMap(limit, clock)
  return {
    /** The tokens of an address; full while nothing is known of it. */
    look(address: string): number {
      // While nobody fails, which is nearly always, no address is taken apart.
      return buckets.size() === 0 ? limit.burst : buckets.look(clientNetwork(address))
    },
    bucketOf: (address: string): Bucket => buckets.bucketOf(clientNetwork(address)),
  }
}
