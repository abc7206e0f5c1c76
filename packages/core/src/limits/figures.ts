import {
  type BudgetTier,
  type Limit,
  type LimitSource,
  type Operation,
  type Tier,
  tiers,
} from '@sluice/contract'
import type { Quotas } from '../quotas/index.ts'

/** Figures of an organization's own for one tier. */
export interface Figure {
  readonly tier: BudgetTier
  readonly limit: Limit
  readonly reason: string
}

/** Figures for a time, in place of the standing ones. */
export interface Override extends Figure {
  readonly id: string
  /** Epoch milliseconds; from is included, until is not. */
  readonly from: number
  readonly until: number
}

/** The figures by which an organization's limits differ from the default ones. */
export interface Figures {
  readonly standing: readonly Figure[]
  /** Of two that hold at once the later made counts. */
  readonly overrides: readonly Override[]
  /** Of what it stores; undefined: the default ones. */
  readonly quotas?: Quotas | undefined
}

export const noFigures: Figures = { standing: [], overrides: [] }

/** A tier's figures at a time, and where they come from. */
export interface CurrentFigure {
  readonly limit: Limit
  readonly source: LimitSource
  /** The figure that is in force; undefined for the default. */
  readonly figure: Figure | Override | undefined
}

/**
 * The figures of a tier at a time (epoch milliseconds); undefined for a tier that the organization does not
 * have.
 */
export function currentFigure(
  figures: Figures,
  tier: BudgetTier,
  now: number,
): CurrentFigure | undefined {
  return figures === noFigures ? defaultFigure(tier) : ownFigure(figures, tier, now)
}

function ownFigure(
  { standing, overrides }: Figures,
  tier: BudgetTier,
  now: number,
): CurrentFigure | undefined {
  const held = overrides.findLast((one) => one.tier === tier && one.from <= now && now < one.until)
  if (held) return { limit: held.limit, source: 'override', figure: held }
  const own = standing.find((one) => one.tier === tier)
  if (own) return { limit: own.limit, source: 'standing', figure: own }
  return defaultFigure(tier)
}

function defaultFigure(tier: BudgetTier): CurrentFigure | undefined {
  if (tier === 'ingest') return undefined
  return { limit: tiers[tier], source: 'default', figure: undefined }
}

/** The bucket that a row draws on, and its figures. Nearly every organization has none of its own. */
export function budgetOf(
  row: Pick<Operation, 'tier' | 'ingests'>,
  figures: Figures,
  now: number,
): { readonly tier: BudgetTier; readonly limit: Limit } {
  const tier = row.tier as Tier
  if (figures === noFigures) return { tier, limit: tiers[tier] }
  const ingest = row.ingests && currentFigure(figures, 'ingest', now)
  if (ingest) return { tier: 'ingest', limit: ingest.limit }
  return { tier, limit: currentFigure(figures, tier, now)?.limit ?? tiers[tier] }
}

/**
 * The figures of a percentage of a budget. The burst is at least one unit, or nothing could ever be called.
 */
export function shareOf({ perMinute, burst }: Limit, percent: number): Limit {
  return {
    perMinute: (perMinute * percent) / 100,
    burst: Math.max(1, Math.floor((burst * percent) / 100)),
  }
}
