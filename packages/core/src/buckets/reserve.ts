import { type BudgetTier, budgetTiers, type Limit, type Operation } from '@sluice/contract'
import { andThen } from '@sluice/runtime'
import type { Actor, KeyActor } from '../actor.ts'
import type { Core } from '../context.ts'
import { budgetOf, currentFigure, shareOf } from '../limits/index.ts'
import { type Level, type Rate, RateLimited } from './rate-limited.ts'
import { secondsUntilFull, wholeUnits } from './refill.ts'
import { type BucketKind, type Draw, failuresLimit, type Tokens } from './store.ts'

type Buckets = Pick<Core, 'buckets'>
type Stores = Pick<Core, 'buckets' | 'reserves'>

/** One unit, reserved while a request runs. A successful request spends it (spec section 8.3). */
export interface Reservation {
  readonly draw: OwnDraw
  /** The levels of the buckets, without the unit. */
  readonly rate: Rate
  /** Whether it is a unit of the key's reserve. */
  readonly isOfReserve?: true
}

/** An operation, as far as its bucket depends on it. */
type Row = Pick<Operation, 'tier' | 'ingests' | 'sparesFailures' | 'hasReserve'>

/** The key that pays, and its organization, which owns the budget. */
type Payer = Pick<KeyActor, 'id' | 'organization' | 'budgetShare'>

/**
 * Reserves one unit of the organization's bucket for a row. All of its keys draw on that one, and a key with a share
 * also on its share's bucket. Throws `rate-limited` if there is no whole unit, unless the row may draw on the key's
 * reserve, or if the key's own failures have emptied its bucket of failures, unless the row spares them.
 */
export function reserve(
  { buckets, reserves }: Stores,
  payer: Payer,
  row: Row,
  now: Date,
): Reservation | Promise<Reservation> {
  const draw = drawOf(payer, row, now)
  return andThen(buckets.take(draw), (taken) => {
    if (!taken.refusedBy) return { draw, rate: rateOf(draw, taken) }
    if (mayUseReserve(row, taken.refusedBy) && reserves.take(payer.id)) {
      return { draw, rate: rateOf(draw, taken), isOfReserve: true }
    }
    throw refusal(draw, taken.refusedBy, taken)
  })
}

function mayUseReserve({ hasReserve }: Row, emptied: BucketKind): boolean {
  return hasReserve === true && emptied !== 'failures'
}

function rateOf(draw: OwnDraw, tokens: Tokens): Rate {
  const { tier: name, limit } = draw
  const { tier, share } = tokens
  const failed = hasFailed(draw, tokens)
  if (share === undefined && !failed) return { name, tokens: tier, limit }
  return {
    ...{ name, tokens: tier, limit },
    ...(share !== undefined && { share: levelIn(draw, 'share', share) }),
    ...(failed && { failures: levelIn(draw, 'failures', tokens.failures) }),
  }
}

/** Failures are shown only once there are some: until then, nobody needs to know about that bucket. */
function hasFailed(draw: Draw, tokens: Tokens): tokens is Tokens & { failures: number } {
  const { failures } = tokens
  return failures !== undefined && failures < failuresLimit(draw).burst
}

function levelIn(draw: OwnDraw, kind: 'share' | 'failures', tokens: number): Level {
  // The bucket of failures has the limit of the share.
  return { name: `${draw.tier}-${kind}`, tokens, limit: failuresLimit(draw) }
}

/**
 * Returns the unit of a failed request, and charges the key's bucket of failures, so that failing is not free. If that
 * bucket is empty and the row spares it, the unit stays spent. So does a unit of the key's reserve.
 */
export async function giveBack(
  { buckets }: Buckets,
  { draw, rate, isOfReserve }: Reservation,
): Promise<Rate> {
  const { failures } = rate
  if (isOfReserve) return rate
  if (failures && wholeUnits(failures.tokens) < 1) return rate
  return rateOf(draw, await buckets.giveBack(draw))
}

/** Predicts the outcome of {@link reserve} without taking anything. */
export async function foresee(
  { buckets, reserves }: Stores,
  payer: Payer,
  row: Row,
  now: Date,
): Promise<Rate> {
  const draw = drawOf(payer, row, now)
  const tokens = await buckets.look(draw)
  for (const kind of ['failures', 'tier', 'share'] as const) {
    if (kind === 'failures' && draw.sparesFailures) continue
    const left = tokens[kind]
    if (left === undefined || wholeUnits(left) >= 1) continue
    if (!(mayUseReserve(row, kind) && reserves.has(payer.id))) throw refusal(draw, kind, tokens)
  }
  return rateOf(draw, tokens)
}

interface OwnDraw extends Draw {
  readonly tier: BudgetTier
}

function drawOf(payer: Payer, row: Row, now: Date): OwnDraw {
  const { id: key, organization, budgetShare } = payer
  const { tier, limit } = budgetOf(row, organization.limits, now.getTime())
  const share = budgetShare === null ? undefined : shareOf(limit, budgetShare)
  const { sparesFailures } = row
  return { organization: organization.id, tier, limit, key, share, sparesFailures }
}

function refusal(draw: OwnDraw, kind: BucketKind, tokens: Tokens): RateLimited {
  const rate = rateOf(draw, tokens)
  const level = kind === 'tier' ? rate : (rate[kind] ?? rate)
  const budget = `${budgets[kind]} in tier ${draw.tier}`
  return new RateLimited(rate, level, budget, tokens.refillRatio)
}

const budgets: Record<BucketKind, string> = {
  tier: "the organization's budget of requests",
  failures: "the key's budget of failed requests",
  share: "the key's share of the organization's budget",
}

/** The level of one of a key's buckets, for display. */
export interface KeyLevel extends Limit {
  /** Whole units. */
  readonly remaining: number
  readonly fullInSeconds: number
}

/** What an organization has left in a tier. */
export interface TierLevel extends KeyLevel {
  readonly tier: BudgetTier
  /** The share of the calling key; null without one, and for people. */
  readonly share: KeyLevel | null
  /** The failures left to the calling key; null while that bucket is full, and for people. */
  readonly failures: KeyLevel | null
}

/** What the actor's organization and key have left in each tier, for display; a promise if the buckets are remote. */
export function levels(
  { buckets }: Buckets,
  actor: Pick<Actor, 'organization'> | KeyActor,
  now: Date,
): TierLevel[] | Promise<TierLevel[]> {
  const { organization } = actor
  const payer = 'keyType' in actor ? actor : undefined
  const found: (TierLevel | Promise<TierLevel>)[] = []
  let waits = false
  for (const tier of budgetTiers) {
    const limit = currentFigure(organization.limits, tier, now.getTime())?.limit
    if (!limit) continue
    const percent = payer?.budgetShare ?? null
    const share = percent === null ? undefined : shareOf(limit, percent)
    const draw = { organization: organization.id, tier, limit, key: payer?.id, share }
    const look = buckets.look(draw)
    waits ||= look instanceof Promise
    found.push(
      look instanceof Promise
        ? look.then((tokens) => levelsOf(draw, tokens))
        : levelsOf(draw, look),
    )
  }
  return waits ? Promise.all(found) : (found as TierLevel[])
}

/** No object spread: every `GET /v2/key` calls this three times. */
function levelsOf(draw: OwnDraw, tokens: Tokens): TierLevel {
  const { tier, limit } = draw
  const { perMinute, burst } = limit
  const { share } = tokens
  return {
    tier,
    perMinute,
    burst,
    remaining: Math.max(0, wholeUnits(tokens.tier)),
    fullInSeconds: secondsUntilFull(tokens.tier, limit),
    share: share === undefined ? null : levelOf(failuresLimit(draw), share),
    failures: hasFailed(draw, tokens) ? levelOf(failuresLimit(draw), tokens.failures) : null,
  }
}

function levelOf(limit: Limit, tokens: number): KeyLevel {
  const { perMinute, burst } = limit
  const remaining = Math.max(0, wholeUnits(tokens))
  return { perMinute, burst, remaining, fullInSeconds: secondsUntilFull(tokens, limit) }
}
