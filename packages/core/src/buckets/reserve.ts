import { type BudgetTier, budgetTiers, type Limit, type Operation } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { type ActingOrganization, budgetOf, currentFigure, shareOf } from '../limits/index.ts'
import { type Rate, RateLimited } from './rate-limited.ts'
import { secondsUntilFull, wholeUnits } from './refill.ts'
import type { BucketKind, Draw, Taken, Tokens } from './store.ts'

type Buckets = Pick<Core, 'buckets'>

/** One unit, held while a request runs. A successful request keeps it spent (spec section 8.3). */
export interface Reservation {
  readonly draw: Draw
  /** The bucket beside the unit. */
  readonly rate: Rate
}

/** Rows by the bucket that they draw on. */
type Row = Pick<Operation, 'tier' | 'ingests'>

/** The key that pays, and its organization, whose the budget is. */
type Payer = Pick<KeyActor, 'id' | 'organization' | 'budgetShare'>

/**
 * Reserves one unit of the organization's bucket that a row draws on; all its keys draw on the same one, and a key
 * that has a share on its share's bucket too. Throws `rate-limited` when no whole unit is there, or when the
 * organization's failed requests have used up the failures bucket, which has the tier's own size and rate.
 */
export function reserve(
  { buckets }: Buckets,
  payer: Payer,
  row: Row,
  now: Date,
): Reservation | Promise<Reservation> {
  const draw = drawOf(payer, row, now)
  const taken = buckets.take(draw)
  return taken instanceof Promise
    ? taken.then((later) => reservationOf(draw, later))
    : reservationOf(draw, taken)
}

function reservationOf(draw: OwnDraw, { refusedBy, tokens, share }: Taken): Reservation {
  if (refusedBy) throw refusal(draw, refusedBy, tokens)
  return { draw, rate: rateOf(draw, tokens, share) }
}

function rateOf({ tier, limit, share }: OwnDraw, tokens: number, shared: number | undefined): Rate {
  if (share === undefined || shared === undefined) return { name: tier, tokens, limit }
  const own = { name: `${tier}-share`, tokens: shared, limit: share.limit } as const
  return { name: tier, tokens, limit, share: own }
}

/** A failed request gives its unit back, and draws on the failures bucket, so that failing is not free of cost. */
export async function giveBack({ buckets }: Buckets, { draw, rate }: Reservation): Promise<Rate> {
  const tokens = await buckets.giveBack(draw)
  const { share } = rate
  if (!share) return { ...rate, tokens }
  return { ...rate, tokens, share: { ...share, tokens: share.tokens + 1 } }
}

/** Says what {@link reserve} would, without taking anything. */
export async function foresee(
  { buckets }: Buckets,
  payer: Payer,
  row: Row,
  now: Date,
): Promise<Rate> {
  const draw = drawOf(payer, row, now)
  const tokens = await buckets.look(draw)
  for (const kind of ['failures', 'tier', 'share'] as const) {
    const left = tokens[kind]
    if (left !== undefined && wholeUnits(left) < 1) throw refusal(draw, kind, left)
  }
  return rateOf(draw, tokens.tier, tokens.share)
}

interface OwnDraw extends Draw {
  readonly tier: BudgetTier
}

function drawOf({ id: key, organization, budgetShare }: Payer, row: Row, now: Date): OwnDraw {
  const { tier, limit } = budgetOf(row, organization.limits, now.getTime())
  const share = budgetShare === null ? undefined : { key, limit: shareOf(limit, budgetShare) }
  return { organization: organization.id, tier, limit, share }
}

function refusal(draw: OwnDraw, kind: BucketKind, tokens: number): RateLimited {
  const { tier, limit, share } = draw
  const rate: Rate =
    kind === 'share' && share
      ? { name: `${tier}-share`, tokens, limit: share.limit }
      : { name: tier, tokens, limit }
  return new RateLimited(rate, `${budgets[kind]} in tier ${tier}`)
}

const budgets: Record<BucketKind, string> = {
  tier: "the organization's budget of requests",
  failures: "the organization's budget of failed requests",
  share: "the key's share of the organization's budget",
}

/** What an organization has left in a tier. */
export interface TierLevel extends Limit {
  readonly tier: BudgetTier
  /** Whole units. */
  readonly remaining: number
  readonly secondsUntilFull: number
}

/** What an organization has left in each of its tiers, for showing; a promise where the buckets are elsewhere. */
export function levels(
  { buckets }: Buckets,
  { id: organization, limits }: ActingOrganization,
  now: Date,
): TierLevel[] | Promise<TierLevel[]> {
  const found: (TierLevel | Promise<TierLevel>)[] = []
  let waits = false
  for (const tier of budgetTiers) {
    const limit = currentFigure(limits, tier, now.getTime())?.limit
    if (!limit) continue
    const look = buckets.look({ organization, tier, limit, share: undefined })
    waits ||= look instanceof Promise
    found.push(
      look instanceof Promise
        ? look.then((tokens) => levelOf(tier, limit, tokens))
        : levelOf(tier, limit, look),
    )
  }
  return waits ? Promise.all(found) : (found as TierLevel[])
}

function levelOf(tier: BudgetTier, limit: Limit, { tier: tokens }: Tokens): TierLevel {
  const { perMinute, burst } = limit
  const remaining = Math.max(0, wholeUnits(tokens))
  return { tier, perMinute, burst, remaining, secondsUntilFull: secondsUntilFull(tokens, limit) }
}
