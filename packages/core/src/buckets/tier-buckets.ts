import { fullBucket, type Held, isFull } from './held.ts'
import type { Draw } from './store.ts'

/** The buckets of one tier of an organization. */
export interface TierBuckets {
  readonly tier: Held
  /** By key. A bucket that is not there is full. */
  readonly shares: Map<string, Held>
  readonly failures: Map<string, Held>
}

interface Options {
  /** Organizations that are remembered before full ones are looked for. */
  readonly capacity: number
  /** Units that a tier's bucket starts with that is not there; its burst otherwise. */
  readonly startsWith: ((draw: Draw) => number) | undefined
  readonly isJournaled: boolean
}

/** Buckets by organization and tier. Organizations that are full everywhere are swept away once there are many. */
export function tierBuckets({ capacity, startsWith, isJournaled }: Options) {
  const organizations = new Map<string, Map<string, TierBuckets>>()
  let sweepAbove = capacity

  /** What still owes a unit is never dropped, so no sweep is lenient. */
  function sweep(now: number, spared: string) {
    for (const [organization, tiers] of organizations) {
      const idle = [...tiers.values()].every((buckets) =>
        [...heldIn(buckets)].every((held) => isFull(held, now)),
      )
      if (idle && organization !== spared) organizations.delete(organization)
    }
    // When most must stay, the next sweep waits until as many have come: no sweep a request.
    sweepAbove = Math.max(capacity, organizations.size * 2)
  }

  return {
    /** Undefined for those that are not remembered: they are full. */
    find: (organization: string, tier: string): TierBuckets | undefined =>
      organizations.get(organization)?.get(tier),
    /** Makes those that are not remembered. */
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
    *all(): Generator<Held> {
      for (const tiers of organizations.values()) {
        for (const buckets of tiers.values()) yield* heldIn(buckets)
      }
    },
  }
}

function* heldIn({ tier, failures, shares }: TierBuckets): Generator<Held> {
  yield tier
  yield* shares.values()
  yield* failures.values()
}
