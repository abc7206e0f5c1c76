import { type Limit, type Tier, tiers } from '@sluice/contract'
import type { Core } from '../context.ts'
import { type Rate, RateLimited } from './rate-limited.ts'
import { wholeUnits } from './refill.ts'
import type { BucketKind, Draw, Taken, Tokens } from './store.ts'

type Buckets = Pick<Core, 'buckets'>

/** One unit, held while a request runs. A successful request keeps it spent (spec section 8.3). */
export interface Reservation {
  readonly draw: Draw
  /** The bucket beside the unit. */
  readonly rate: Rate
}

/**
 * Reserves one unit of the organization's bucket of a tier; all its keys draw on the same one. Throws
 * `rate-limited` when no whole unit is there, or when the organization's failed requests have used up the
 * failures bucket, which has the tier's own size and rate.
 */
export function reserve(
  { buckets }: Buckets,
  organization: string,
  tier: Tier,
): Reservation | Promise<Reservation> {
  const draw = drawOf(organization, tier)
  const taken = buckets.take(draw)
  return taken instanceof Promise
    ? taken.then((later) => reservationOf(draw, tier, later))
    : reservationOf(draw, tier, taken)
}

function reservationOf(draw: Draw, tier: Tier, { refusedBy, tokens }: Taken): Reservation {
  if (refusedBy) throw refusal(draw, tier, refusedBy, tokens)
  return { draw, rate: { tier, tokens, limit: draw.limit } }
}

/** A failed request gives its unit back, and draws on the failures bucket, so that failing is not free of cost. */
export async function giveBack({ buckets }: Buckets, { draw, rate }: Reservation): Promise<Rate> {
  return { ...rate, tokens: await buckets.giveBack(draw) }
}

/** Says what {@link reserve} would, without taking anything. */
export async function foresee(
  { buckets }: Buckets,
  organization: string,
  tier: Tier,
): Promise<Rate> {
  const draw = drawOf(organization, tier)
  const tokens = await buckets.look(draw)
  for (const kind of ['failures', 'tier', 'share'] as const) {
    const left = tokens[kind]
    if (left !== undefined && wholeUnits(left) < 1) throw refusal(draw, tier, kind, left)
  }
  return { tier, tokens: tokens.tier, limit: draw.limit }
}

function drawOf(organization: string, tier: Tier): Draw {
  return { organization, tier, limit: tiers[tier], share: undefined }
}

function refusal(draw: Draw, tier: Tier, kind: BucketKind, tokens: number): RateLimited {
  const limit = kind === 'share' && draw.share ? draw.share.limit : draw.limit
  return new RateLimited({ tier, tokens, limit }, `${budgets[kind]} in tier ${tier}`)
}

const budgets: Record<BucketKind, string> = {
  tier: "the organization's budget of requests",
  failures: "the organization's budget of failed requests",
  share: "the key's share of the organization's budget",
}

/** What an organization has left in a tier. */
export interface TierLevel extends Limit {
  readonly tier: Tier
  /** Whole units. */
  readonly remaining: number
}

const tierNames = Object.keys(tiers) as Tier[]

/** What an organization has left in every tier, for showing; a promise where the buckets are elsewhere. */
export function levels(
  { buckets }: Buckets,
  organization: string,
): TierLevel[] | Promise<TierLevel[]> {
  const looks = tierNames.map((tier) => buckets.look(drawOf(organization, tier)))
  const shown = (found: readonly Tokens[]) =>
    tierNames.map((tier, i) => levelOf(tier, found[i]?.tier ?? 0))
  return looks.some((look) => look instanceof Promise)
    ? Promise.all(looks).then(shown)
    : shown(looks as Tokens[])
}

function levelOf(tier: Tier, tokens: number): TierLevel {
  const { perMinute, burst } = tiers[tier]
  return { tier, perMinute, burst, remaining: Math.max(0, wholeUnits(tokens)) }
}
