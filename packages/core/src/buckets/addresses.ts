import { type Limit, openLimit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { clientNetwork } from '../allow-list/index.ts'
import { batchedLookups, type Lookup } from './batched-lookups.ts'
import { bucketMap } from './bucket-map.ts'
import { type Rate, RateLimited } from './rate-limited.ts'
import { type Bucket, secondsUntilOne, wholeUnits } from './refill.ts'

/** Limits authentication failures by client address, never by key id: a stranger cannot lock out a key. */
const authenticationLimit = { perMinute: 60, burst: 100 } as const

/**
 * Budgets of client addresses, in this node's memory: they deter strangers and need not be exact across nodes. IPv6
 * clients are counted by their /64, since that is what one client usually has. A request that authenticates is never
 * refused for its address, which others may share.
 */
export interface Addresses {
  /** Throws `rate-limited` if the address has failed to authenticate too often. */
  check(address: string): void
  /** Counts an authentication failure. */
  countFailure(address: string): void
  /** For a request that failed: throws `rate-limited` instead of its own problem, or counts the failure. */
  blame(address: string): void
  /**
   * Looks up a key that is not cached. An address with too many failures gets one statement at a time, for all of its
   * keys. This bounds the work it can cause, and a valid key behind it still gets in. Rejects with `unavailable`.
   */
  lookUp<Found>(address: string, id: string, keys: Lookup<Found>): Promise<Found>
  /** Takes a unit for a public operation; it is never returned. Throws `rate-limited`. */
  takeOpen(address: string): Rate
}

export function limitAddresses(clock: () => number): Addresses {
  const failing = addressBuckets(authenticationLimit, clock)
  const open = addressBuckets(openLimit, clock)
  const findBatched = batchedLookups()
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
    async lookUp(address, id, keys) {
      return isThrottled(address) ? findBatched(clientNetwork(address), id, keys) : keys.find(id)
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
    /** The tokens of an address; a full bucket if it is unknown. */
    look(address: string): number {
      // Fast path: without failures, which is the usual case, no address is parsed.
      return buckets.size() === 0 ? limit.burst : buckets.look(clientNetwork(address))
    },
    bucketOf: (address: string): Bucket => buckets.bucketOf(clientNetwork(address)),
  }
}
