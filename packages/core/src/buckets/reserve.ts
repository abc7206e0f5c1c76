import { openLimit, type Tier, tiers } from '@sluice/contract'
import type { Core } from '../context.ts'
import { Problem } from '../problem.ts'
import { secondsUntilFull, secondsUntilOne, wholeUnits } from './refill.ts'
import type { BucketStore, Level } from './store.ts'

/** One unit, held while a request runs. */
export interface Reservation {
  readonly tier: Tier
  /** What the bucket holds beside the unit. */
  readonly level: Level
  /** A successful request keeps its unit spent (spec section 8.3). */
  spend(): Promise<Level>
  /** Any other gives it back, and draws on the failures bucket, so that failing is not free of cost. */
  giveBack(): Promise<Level>
}

/**
 * Reserves one unit of the organization's bucket of a tier; all its keys draw on the same one.
 * Throws `rate-limited` when no whole unit is there, or when the organization's failed requests have used
 * up the failures bucket, which has the tier's own size and rate.
 */
export async function reserve(
  core: Pick<Core, 'buckets'>,
  organizationId: string,
  tier: Tier,
): Promise<Reservation> {
  const { buckets } = core
  const level = await requireUnit(buckets, organizationId, tier, (name, limit) =>
    buckets.take(name, limit),
  )
  const [bucket, failures] = bucketsOf(organizationId, tier)
  return {
    tier,
    level,
    spend: async () => level,
    async giveBack() {
      await buckets.add(failures, tiers[tier], -1)
      return buckets.add(bucket, tiers[tier], 1)
    },
  }
}

/** Says what {@link reserve} would, without taking anything. */
export function foresee(
  { buckets }: Pick<Core, 'buckets'>,
  organizationId: string,
  tier: Tier,
): Promise<Level> {
  return requireUnit(buckets, organizationId, tier, async (bucket, limit) => {
    const level = await buckets.level(bucket, limit)
    return { taken: wholeUnits(level.tokens) >= 1, level }
  })
}

async function requireUnit(
  buckets: BucketStore,
  organizationId: string,
  tier: Tier,
  take: BucketStore['take'],
): Promise<Level> {
  const limit = tiers[tier]
  const [bucket, failures] = bucketsOf(organizationId, tier)
  const failing = await buckets.level(failures, limit)
  if (wholeUnits(failing.tokens) < 1) throw exhausted(tier, failing, 'failed requests')
  const { taken, level } = await take(bucket, limit)
  if (!taken) throw exhausted(tier, level, 'requests')
  return level
}

function bucketsOf(organizationId: string, tier: Tier): [bucket: string, failures: string] {
  const bucket = `${organizationId}/${tier}`
  return [bucket, `${bucket}/failures`]
}

/**
 * Takes one unit of a client's address, for rows that anyone may call; nothing gives it back. Throws
 * `rate-limited`.
 */
export async function takeOpen(buckets: BucketStore, address: string): Promise<Level> {
  const { taken, level } = await buckets.take(`open/${address}`, openLimit)
  if (!taken) throw new RateLimited('open', level, "this address's budget of requests")
  return level
}

/** What an organization has left in every tier, for showing. */
export async function levels(core: Pick<Core, 'buckets'>, organizationId: string) {
  const names = Object.keys(tiers) as Tier[]
  return Promise.all(
    names.map(async (tier) => {
      const limit = tiers[tier]
      const { tokens } = await core.buckets.level(`${organizationId}/${tier}`, limit)
      return { tier, ...limit, remaining: Math.max(0, wholeUnits(tokens)) }
    }),
  )
}

/** Bounds failures to authenticate by client address, never by key id: a stranger cannot lock a key out. */
const authenticationLimit = { perMinute: 60, burst: 100 } as const

/** Throws `rate-limited` while an address has failed to authenticate too often. */
export async function checkAddress(buckets: BucketStore, address: string): Promise<void> {
  const level = await buckets.level(`address/${address}`, authenticationLimit)
  if (wholeUnits(level.tokens) >= 1) return
  const retryAfter = secondsUntilOne(level.tokens, authenticationLimit)
  const detail = `Too many failed authentications from this address. Retry after ${retryAfter} seconds.`
  throw new Problem('rate-limited', { detail, retryAfter })
}

export async function countAddress(buckets: BucketStore, address: string): Promise<void> {
  await buckets.add(`address/${address}`, authenticationLimit, -1)
}

/** The bucket as the RateLimit header fields tell it (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders(tier: Tier | 'open', level: Level) {
  const { limit } = level
  const remaining = Math.max(0, wholeUnits(level.tokens))
  return {
    'RateLimit-Policy': `"${tier}";q=${limit.perMinute};w=60`,
    RateLimit: `"${tier}";r=${remaining};t=${secondsUntilFull(level.tokens, limit)}`,
  }
}

function exhausted(tier: Tier, level: Level, what: string): RateLimited {
  return new RateLimited(tier, level, `the organization's budget of ${what} in tier ${tier}`)
}

/** 429 with the bucket's level, so that its answer carries the RateLimit fields too. */
export class RateLimited extends Problem {
  readonly tier: Tier | 'open'
  readonly level: Level

  constructor(tier: Tier | 'open', level: Level, budget: string) {
    const retryAfter = secondsUntilOne(level.tokens, level.limit)
    const detail =
      `API rate limit exceeded: ${budget} is used up. ` +
      `Retry after the period in Retry-After (${retryAfter} seconds).`
    super('rate-limited', { detail, retryAfter })
    this.tier = tier
    this.level = level
  }
}
