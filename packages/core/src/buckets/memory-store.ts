import type { Limit } from '@sluice/contract'
import { addUnit, fullBucket, type Held, isEmpty, tokensOf } from './held.ts'
import type { Entry, Journal } from './journal.ts'
import { journaledSpending } from './journaled-spending.ts'
import {
  type BucketStore,
  type Draw,
  failuresLimit,
  type OnFault,
  type Taken,
  type Tokens,
} from './store.ts'
import { type TierBuckets, tierBuckets } from './tier-buckets.ts'

interface Options {
  /** Organizations in memory before full ones are evicted. */
  readonly capacity?: number
  /** Initial tokens of a tier's bucket that is not in memory. Default: its burst. */
  readonly startsWith?: (draw: Draw) => number
  /** Keeps buckets across restarts. */
  readonly journal?: Journal
  /** Called when the journal cannot be written, and with undefined once it can again. Requests are served meanwhile. */
  readonly onFault?: OnFault
}

/** Holds as much as any limit allows. */
const unlimited: Limit = { perMinute: 1, burst: Number.POSITIVE_INFINITY }

/**
 * Buckets of one process. Synchronous and without copies, since every request uses them. Organizations whose buckets
 * are all full are evicted: a missing bucket is a full one.
 */
export function memoryBuckets(clock: () => number, options: Options = {}): BucketStore {
  const { capacity = 100_000, startsWith, journal, onFault } = options
  const isJournaled = journal !== undefined
  const tiers = tierBuckets({ capacity, startsWith, isJournaled })
  const spending = journaledSpending({
    ...{ journal, onFault },
    all(inUse) {
      const now = clock()
      tiers.evictFull(now, inUse)
      return tiers.all(now, inUse)
    },
  })
  const { current, spend } = spending

  function shareOf(buckets: TierBuckets, draw: Draw, now: number): Held | undefined {
    const { key, share } = draw
    if (key === undefined || share === undefined) return undefined
    const known = buckets.shares.get(key)
    if (known) return current(known, share, now)
    const made = fullBucket(draw, `key:${key}`, share, now, isJournaled)
    buckets.shares.set(key, made)
    return made
  }

  /** Undefined if it is full. */
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
    const failures =
      known ?? fullBucket(draw, `failures:${key}`, failuresLimit(draw), now, isJournaled)
    if (!known) buckets.failures.set(key, failures)
    spend(failures)
    return failures.tokens
  }

  function restore({ organization, tier, bucket, tokens, at, limit }: Entry, now: number) {
    const draw = { organization, tier, limit, key: undefined, share: undefined }
    // A tier's bucket without an entry was full. Its limit is not known before its first use.
    const buckets = tiers.of(bucket === 'tier' ? draw : { ...draw, limit: unlimited }, now)
    // The clock may have been set back since.
    const since = Math.min(at, now)
    const kept = { ...fullBucket(draw, bucket, limit, since, true), tokens, floor: tokens }
    if (bucket === 'tier') Object.assign(buckets.tier, kept)
    else if (bucket.startsWith('key:')) buckets.shares.set(bucket.slice('key:'.length), kept)
    else if (bucket.startsWith('failures:')) {
      buckets.failures.set(bucket.slice('failures:'.length), kept)
    }
  }

  for (const entry of journal?.read() ?? []) restore(entry, clock())

  return {
    take(draw): Taken {
      const now = clock()
      const buckets = tiers.of(draw, now)
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
      const now = clock()
      const buckets = tiers.of(draw, now)
      const failures = spendFailure(buckets, draw, now)
      const share = shareOf(buckets, draw, now)
      const tier = addUnit(current(buckets.tier, draw.limit, now))
      return { tier, share: share && addUnit(share), failures }
    },
    look(draw): Tokens {
      const { organization, tier, limit, key, share } = draw
      const now = clock()
      const buckets = tiers.find(organization, tier)
      const left = (held: Held | undefined, figures: Limit) =>
        held ? tokensOf(held, figures, now) : figures.burst
      if (key === undefined)
        return { tier: left(buckets?.tier, limit), share: undefined, failures: undefined }
      return {
        tier: left(buckets?.tier, limit),
        share: share && left(buckets?.shares.get(key), share),
        failures: left(buckets?.failures.get(key), failuresLimit(draw)),
      }
    },
    fault: spending.fault,
    async close() {
      spending.close()
    },
  }
}

function fullFailures(draw: Draw): number | undefined {
  return draw.key === undefined ? undefined : failuresLimit(draw).burst
}
