import type { Limit } from '@sluice/contract'
import { addUnit, advance, type Held, isEmpty, isFull } from './held.ts'
import type { Entry, Journal } from './journal.ts'
import type { BucketStore, Draw, OnFault, Taken, Tokens } from './store.ts'

/** The buckets of one tier of an organization. */
interface TierBuckets {
  readonly tier: Held
  /** Undefined while nothing has failed: then it is full. */
  failures: Held | undefined
  readonly shares: Map<string, Held>
}

interface Options {
  /** Organizations that are remembered before full ones are looked for. */
  readonly capacity?: number
  /** Units that a tier's bucket starts with that is not there; its burst otherwise. */
  readonly startsWith?: (draw: Draw) => number
  /** Keeps the buckets over restarts. */
  readonly journal?: Journal
  /** Told when the journal cannot be written, and with undefined when it can again. Requests are served all the same. */
  readonly onFault?: OnFault
}

/**
 * Buckets of one process, without a promise or a copy, since every request touches them. Organizations that are
 * full everywhere are forgotten: a bucket that is not there is full.
 *
 * With a journal a restart never finds a bucket fuller than time has made it. Before a bucket falls below what the
 * journal says of it, a floor some way below is written: a crash costs that much, in the direction that admits
 * less, and a busy bucket writes once in so many requests.
 */
export function memoryBuckets(clock: () => Date, options: Options = {}): BucketStore {
  const { capacity = 100_000, startsWith, journal, onFault } = options
  const organizations = new Map<string, Map<string, TierBuckets>>()
  let sweepAbove = capacity
  let fault: unknown

  function full(
    place: Pick<Draw, 'organization' | 'tier'>,
    bucket: string,
    limit: Limit,
    at: number,
  ): Held {
    const { organization, tier } = place
    const floor = journal ? limit.burst : Number.NEGATIVE_INFINITY
    return { tokens: limit.burst, at, organization, tier, bucket, limit, floor }
  }

  function bucketsOf(draw: Draw, now: number): TierBuckets {
    const tiers = organizations.get(draw.organization)
    const known = tiers?.get(draw.tier)
    if (known) return known
    const tier = full(draw, 'tier', draw.limit, now)
    if (startsWith) tier.tokens = Math.min(tier.tokens, startsWith(draw))
    const made: TierBuckets = { tier, failures: undefined, shares: new Map() }
    const place = tiers ?? new Map<string, TierBuckets>()
    organizations.set(draw.organization, place.set(draw.tier, made))
    if (organizations.size > sweepAbove) sweep(now, draw.organization)
    return made
  }

  function shareOf(buckets: TierBuckets, draw: Draw, now: number): Held | undefined {
    const { share } = draw
    if (share === undefined) return undefined
    const known = buckets.shares.get(share.key)
    if (known) return current(known, share.limit, now)
    const made = full(draw, `key:${share.key}`, share.limit, now)
    buckets.shares.set(share.key, made)
    return made
  }

  function current(held: Held, limit: Limit, now: number): Held {
    if (advance(held, limit, now)) note(held, held.tokens)
    return held
  }

  function spend(held: Held): void {
    held.tokens -= 1
    if (held.tokens < held.floor) note(held, held.tokens - Math.ceil(held.limit.burst / 20))
  }

  function note(held: Held, floor: number): void {
    if (!journal) return
    held.floor = floor
    try {
      if (journal.isLong()) journal.replace(entries(({ floor }) => floor))
      else journal.append(entryOf(held, floor))
      if (fault !== undefined) onFault?.(undefined)
      fault = undefined
    } catch (cause) {
      if (fault === undefined) onFault?.(cause)
      fault = cause
    }
  }

  function* allHeld(): Generator<Held> {
    for (const tiers of organizations.values()) {
      for (const buckets of tiers.values()) yield* heldIn(buckets)
    }
  }

  function* entries(tokensOf: (held: Held) => number): Generator<Entry> {
    for (const held of allHeld()) yield entryOf(held, tokensOf(held))
  }

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

  function restore({ organization, tier, bucket, tokens, at, limit }: Entry, now: number) {
    const draw = { organization, tier, limit, share: undefined }
    const buckets = bucketsOf(draw, now)
    const kept = { ...full(draw, bucket, limit, at), tokens, floor: tokens }
    if (bucket === 'tier') Object.assign(buckets.tier, kept)
    else if (bucket === 'failures') buckets.failures = kept
    else buckets.shares.set(bucket.slice('key:'.length), kept)
  }

  for (const entry of journal?.read() ?? []) restore(entry, clock().getTime())

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
      spend(tier)
      if (!share) return { refusedBy: undefined, tokens: tier.tokens }
      spend(share)
      return { refusedBy: undefined, tokens: tier.tokens, share: share.tokens }
    },
    giveBack(draw): number {
      const now = clock().getTime()
      const buckets = bucketsOf(draw, now)
      buckets.failures ??= full(draw, 'failures', draw.limit, now)
      spend(current(buckets.failures, draw.limit, now))
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
    fault: () => fault,
    async close() {
      journal?.replace(entries(({ tokens }) => tokens))
      journal?.close()
    },
  }
}

function* heldIn({ tier, failures, shares }: TierBuckets): Generator<Held> {
  yield tier
  if (failures) yield failures
  yield* shares.values()
}

function entryOf({ organization, tier, bucket, at, limit }: Held, tokens: number): Entry {
  return { organization, tier, bucket, tokens, at, limit }
}
