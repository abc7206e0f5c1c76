import type { Limit } from '@sluice/contract'
import { type Bucket, refill, wholeUnits } from './refill.ts'
import type { BucketStore, Draw, Taken, Tokens } from './store.ts'

/** The buckets of one tier of an organization. */
interface TierBuckets {
  readonly tier: Held
  /** Undefined while nothing has failed: then it is full. */
  failures: Held | undefined
  readonly shares: Map<string, Held>
}

interface Held extends Bucket {
  /** By which it refills: the one of its last touch. */
  limit: Limit
}

/**
 * Buckets of one process, without a promise or a copy, since every request touches them. Organizations that are
 * full everywhere are forgotten: a bucket that is not there is full.
 */
export function memoryBuckets(clock: () => Date, capacity = 100_000): BucketStore {
  const organizations = new Map<string, Map<string, TierBuckets>>()
  let sweepAbove = capacity

  function bucketsOf({ organization, tier, limit }: Draw, now: number): TierBuckets {
    const tiers = organizations.get(organization)
    const known = tiers?.get(tier)
    if (known) return known
    const made: TierBuckets = { tier: full(limit, now), failures: undefined, shares: new Map() }
    organizations.set(organization, (tiers ?? new Map<string, TierBuckets>()).set(tier, made))
    if (organizations.size > sweepAbove) sweep(now, organization)
    return made
  }

  function shareOf(buckets: TierBuckets, { share }: Draw, now: number): Held | undefined {
    if (share === undefined) return undefined
    const known = buckets.shares.get(share.key)
    if (known) return current(known, share.limit, now)
    const made = full(share.limit, now)
    buckets.shares.set(share.key, made)
    return made
  }

  /** What still owes a unit is never dropped, so no sweep is lenient. */
  function sweep(now: number, spared: string) {
    for (const [organization, tiers] of organizations) {
      if (organization !== spared && isFull(tiers, now)) organizations.delete(organization)
    }
    // When most must stay, the next sweep waits until as many have come: no sweep a request.
    sweepAbove = Math.max(capacity, organizations.size * 2)
  }

  return {
    take(draw): Taken {
      const now = clock().getTime()
      const buckets = bucketsOf(draw, now)
      const { failures } = buckets
      if (failures && isEmpty(current(failures, draw.limit, now))) {
        return { refusedBy: 'failures', tokens: failures.tokens }
      }
      const tier = current(buckets.tier, draw.limit, now)
      if (isEmpty(tier)) return { refusedBy: 'tier', tokens: tier.tokens }
      const share = shareOf(buckets, draw, now)
      if (share && isEmpty(share)) return { refusedBy: 'share', tokens: share.tokens }
      tier.tokens -= 1
      if (share) share.tokens -= 1
      return { refusedBy: undefined, tokens: tier.tokens }
    },
    giveBack(draw): number {
      const now = clock().getTime()
      const buckets = bucketsOf(draw, now)
      buckets.failures = current(buckets.failures ?? full(draw.limit, now), draw.limit, now)
      buckets.failures.tokens -= 1
      const share = shareOf(buckets, draw, now)
      if (share) addUnit(share)
      return addUnit(current(buckets.tier, draw.limit, now))
    },
    look({ organization, tier, limit, share }): Tokens {
      const now = clock().getTime()
      const buckets = organizations.get(organization)?.get(tier)
      const left = (held: Held | undefined, figures: Limit) =>
        held ? current(held, figures, now).tokens : figures.burst
      return {
        tier: left(buckets?.tier, limit),
        failures: left(buckets?.failures, limit),
        share: share && left(buckets?.shares.get(share.key), share.limit),
      }
    },
  }
}

function full(limit: Limit, at: number): Held {
  return { tokens: limit.burst, at, limit }
}

/** Brought to `now`: what passed until then counts at the figures of before, from then on those given hold. */
function current(held: Held, limit: Limit, now: number): Held {
  refill(held, held.limit, now)
  if (limit !== held.limit) {
    held.limit = limit
    held.tokens = Math.min(limit.burst, held.tokens)
  }
  return held
}

function isEmpty({ tokens }: Bucket): boolean {
  return wholeUnits(tokens) < 1
}

function addUnit(held: Held): number {
  held.tokens = Math.min(held.limit.burst, held.tokens + 1)
  return held.tokens
}

function isFull(tiers: ReadonlyMap<string, TierBuckets>, now: number): boolean {
  for (const { tier, failures, shares } of tiers.values()) {
    for (const held of [tier, failures, ...shares.values()]) {
      if (held && refill(held, held.limit, now).tokens < held.limit.burst) return false
    }
  }
  return true
}
