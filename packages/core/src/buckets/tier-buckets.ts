import { fullBucket, type Held, isFull } from './held.ts'
import type { Draw } from './store.ts'

export interface TierBuckets {
  readonly tier: Held
  /** By key. A missing bucket is full. */
  readonly shares: Map<string, Held>
  readonly failures: Map<string, Held>
}

interface Options {
  /** Organizations in memory before full ones are evicted. */
  readonly capacity: number
  /** Initial tokens of a tier's bucket that is not in memory. Default: its burst. */
  readonly startsWith: ((draw: Draw) => number) | undefined
  readonly isJournaled: boolean
}

/** Buckets by organization and tier. Once there are many, organizations whose buckets are all full are evicted. */
export function tierBuckets({ capacity, startsWith, isJournaled }: Options) {
  const organizations = new Map<string, Map<string, TierBuckets>>()
  let sweepAbove = capacity

  /** Buckets that are short of a unit are never evicted, so no eviction admits more. */
  function sweep(now: number, spared: string) {
    for (const [organization, tiers] of organizations) {
      const idle = [...tiers.values()].every((buckets) =>
        [...heldIn(buckets)].every((held) => isFull(held, now)),
      )
      if (idle && organization !== spared) organizations.delete(organization)
    }
    // If most must stay, the next sweep waits until the number has doubled, to avoid a sweep for every request.
    sweepAbove = Math.max(capacity, organizations.size * 2)
  }

  return {
    /** Undefined if they are not in memory: then they are full. */
    find: (organization: string, tier: string): TierBuckets | undefined =>
      organizations.get(organization)?.get(tier),
    /** Creates missing ones. */
    of(draw: Draw, now: number): TierBuckets {
      const tiers = organizations.get(draw.organization)
      const known = tiers?.get(draw.tier)
      if (known) return known
      const tier = fullBucket(draw, 'tier', draw.limit, now, isJournaled)
      if (startsWith) tier.tokens = Math.min(tier.tokens, startsWith(draw))
      const made: TierBuckets = { tier, shares: new Map(), failures: new Map() }
      const siblings = tiers ?? new Map<string, TierBuckets>()
      organizations.set(draw.organization, siblings.set(draw.tier, made))
      if (organizations.size > sweepAbove) sweep(now, draw.organization)
      return made
    },
    /** Forgets keys' buckets that are full again, except one in use: keys come and go. */
    evictFull(now: number, spared: Held | undefined): void {
      for (const tiers of organizations.values()) {
        for (const { shares, failures } of tiers.values()) {
          for (const buckets of [shares, failures]) {
            for (const [key, held] of buckets) {
              if (held !== spared && isFull(held, now)) buckets.delete(key)
            }
          }
        }
      }
    },
    /** All that are not full, and the one in use: a missing one is full, and there may be a hundred thousand. */
    *all(now: number, inUse: Held | undefined): Generator<Held> {
      for (const tiers of organizations.values()) {
        for (const buckets of tiers.values()) {
          for (const held of heldIn(buckets)) {
            if (held === inUse || !isFull(held, now)) yield held
            else held.floor = held.limit.burst
          }
        }
      }
    },
  }
}

function* heldIn({ tier, failures, shares }: TierBuckets): Generator<Held> {
  yield tier
  yield* shares.values()
  yield* failures.values()
}
