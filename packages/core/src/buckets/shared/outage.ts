import type { Limit } from '@sluice/contract'
import { andThen } from '@sluice/runtime'
import { LRUCache } from 'lru-cache'
import { memoryBuckets } from '../memory-store.ts'
import { type Bucket, refill } from '../refill.ts'
import type { BucketStore, Draw, Tokens } from '../store.ts'

/** Organizations whose last known level is kept. */
const MAX_REMEMBERED = 50_000

/**
 * The fallback of a node while the shared buckets are unreachable: its share of each bucket, starting with its share of
 * the last known level. So all nodes together admit about as much as the bucket would have.
 */
export interface Standby {
  /** Notes a bucket's level. */
  saw(draw: Draw, tokens: number): void
  /** Begins an outage. */
  begin(): Local
}

export interface Local {
  /** The node's own share of the buckets. */
  readonly buckets: BucketStore
  /** Charges the shared buckets, which are back, with what was taken locally and not charged yet. */
  settle(charge: (draw: Draw, units: number) => Promise<unknown>): Promise<void>
}

export function standBy(clock: () => number, nodes: number): Standby {
  const seen = new LRUCache<string, Bucket>({ max: MAX_REMEMBERED })
  const nameOf = ({ organization, tier }: Draw) => `${organization} ${tier}`
  const partOf = ({ perMinute, burst }: Limit): Limit => ({
    perMinute: perMinute / nodes,
    burst: Math.max(1, Math.floor(burst / nodes)),
  })
  const shareOf = (draw: Draw): Draw => ({
    ...draw,
    limit: partOf(draw.limit),
    share: draw.share && partOf(draw.share),
  })

  const slowed = <Found extends Tokens>(found: Found) => ({ ...found, refillRatio: 1 / nodes })

  /** The current level of the node's part of a bucket if nothing had been taken from it. */
  function untouched(draw: Draw, limit: Limit): number {
    const known = seen.get(nameOf(draw))
    if (!known) return limit.burst
    return refill({ tokens: known.tokens / nodes, at: known.at }, limit, clock()).tokens
  }

  return {
    saw(draw, tokens) {
      const known = seen.get(nameOf(draw))
      const at = clock()
      if (known) Object.assign(known, { tokens, at })
      else seen.set(nameOf(draw), { tokens, at })
    },
    begin() {
      const draws = new Map<string, Draw>()
      const charged = new Map<string, number>()
      const own = memoryBuckets(clock, {
        startsWith: ({ organization, tier, limit }) =>
          untouched({ organization, tier, limit, key: undefined, share: undefined }, limit),
      })
      const part = (draw: Draw) => {
        draws.set(nameOf(draw), draw)
        return shareOf(draw)
      }
      return {
        buckets: {
          take: (draw) => andThen(own.take(part(draw)), slowed),
          giveBack: (draw) => own.giveBack(part(draw)),
          look: (draw) => andThen(own.look(shareOf(draw)), slowed),
          fault: own.fault,
          close: own.close,
        },
        async settle(charge) {
          for (const [name, draw] of draws) {
            const mine = shareOf(draw)
            const { tier } = await own.look(mine)
            const before = charged.get(name) ?? 0
            const units = untouched(draw, mine.limit) - tier - before
            // Not to the share of the key that happened to draw last.
            if (units > 0) await charge({ ...draw, key: undefined, share: undefined }, units)
            // If the server fails again in between, the next attempt charges only the rest.
            charged.set(name, before + Math.max(0, units))
          }
        },
      }
    },
  }
}
