import type { Limit } from '@sluice/contract'
import { addUnit, advance, type Held, isEmpty, isFull } from './held.ts'
import type { Entry, Journal } from './journal.ts'
import {
  type BucketStore,
  type Draw,
  failuresLimit,
  type OnFault,
  type Taken,
  type Tokens,
} from './store.ts'

/** The buckets of one tier of an organization. */
interface TierBuckets {
  readonly tier: Held
  /** By key. A bucket that is not there is full. */
  readonly shares: Map<string, Held>
  readonly failures: Map<string, Held>
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
    const made: TierBuckets = { tier, shares: new Map(), failures: new Map() }
    const place = tiers ?? new Map<string, TierBuckets>()
    organizations.set(draw.organization, place.set(draw.tier, made))
    if (organizations.size > sweepAbove) sweep(now, draw.organization)
    return made
  }

  function shareOf(buckets: TierBuckets, draw: Draw, now: number): Held | undefined {
    const { key, share } = draw
    if (key === undefined || share === undefined) return undefined
    const known = buckets.shares.get(key)
    if (known) return current(known, share, now)
    const made = full(draw, `key:${key}`, share, now)
    buckets.shares.set(key, made)
    return made
  }

  /** Undefined while it is full. */
  function failuresOf(buckets: TierBuckets, draw: Draw, now: number): Held | undefined {
    const known = draw.key === undefined ? undefined : buckets.failures.get(draw.key)
    if (!known) return undefined
    const failures = current(known, failuresLimit(draw), now)
    if (failures.tokens < failures.limit.burst) return failures
    buckets.failures.delete(known.bucket.slice('failures:'.length))
    return undefined
  }

  function spendFailure(buckets: TierBuckets, draw: Draw, now: number): number | undefined {
    const { key } = draw
    if (key === undefined) return undefined
    const known = failuresOf(buckets, draw, now)
    const failures = known ?? full(draw, `failures:${key}`, failuresLimit(draw), now)
    if (!known) buckets.failures.set(key, failures)
    spend(failures)
    return failures.tokens
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
    const draw = { organization, tier, limit, key: undefined, share: undefined }
    const buckets = bucketsOf(draw, now)
    const kept = { ...full(draw, bucket, limit, at), tokens, floor: tokens }
    if (bucket === 'tier') Object.assign(buckets.tier, kept)
    else if (bucket.startsWith('key:')) buckets.shares.set(bucket.slice('key:'.length), kept)
    else if (bucket.startsWith('failures:')) {
      buckets.failures.set(bucket.slice('failures:'.length), kept)
    }
  }

  for (const entry of journal?.read() ?? []) restore(entry, clock().getTime())

  return {
    take(draw): Taken {
      const now = clock().getTime()
      const buckets = bucketsOf(draw, now)
      const tier = current(buckets.tier, draw.limit, now)
      const share = shareOf(buckets, draw, now)
      const failed = buckets.failures.size === 0 ? undefined : failuresOf(buckets, draw, now)
      let refusedBy: Taken['refusedBy']
      if (failed && isEmpty(failed) && !draw.sparesFailures) refusedBy = 'failures'
      else if (isEmpty(tier)) refusedBy = 'tier'
      else if (share && isEmpty(share)) refusedBy = 'share'
      else {
        spend(tier)
        if (share) spend(share)
      }
      const failures = failed ? failed.tokens : fullFailures(draw)
      return { refusedBy, tier: tier.tokens, share: share?.tokens, failures }
    },
    giveBack(draw): Tokens {
      const now = clock().getTime()
      const buckets = bucketsOf(draw, now)
      const failures = spendFailure(buckets, draw, now)
      const share = shareOf(buckets, draw, now)
      const tier = addUnit(current(buckets.tier, draw.limit, now))
      return { tier, share: share && addUnit(share), failures }
    },
    look(draw): Tokens {
      const { organization, tier, limit, key, share } = draw
      const now = clock().getTime()
      const buckets = organizations.get(organization)?.get(tier)
      const left = (held: Held | undefined, figures: Limit) =>
        held ? current(held, figures, now).tokens : figures.burst
      const ofKey = key !== undefined && share
      return {
        tier: left(buckets?.tier, limit),
        share: ofKey ? left(buckets?.shares.get(key), share) : undefined,
        failures: (buckets && failuresOf(buckets, draw, now)?.tokens) ?? fullFailures(draw),
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
  yield* shares.values()
  yield* failures.values()
}

function fullFailures(draw: Draw): number | undefined {
  return draw.key === undefined ? undefined : failuresLimit(draw).burst
}

function entryOf({ organization, tier, bucket, at, limit }: Held, tokens: number): Entry {
  return { organization, tier, bucket, tokens, at, limit }
}
