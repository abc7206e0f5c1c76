/**
 * Rate tiers and their default limits. Each has its own budget per organization (spec section
 * 8.2).
 */
export const tiers = {
  standard: { perMinute: 600, burst: 1000 },
  'data-read': { perMinute: 6000, burst: 10_000 },
} as const satisfies Record<string, Limit>

/** A rate tier that operations draw on (spec section 8.2). */
export type Tier = keyof typeof tiers

/**
 * Every bucket that an organization can have. `ingest` exists only with dedicated ingestion
 * (spec section 8.5).
 */
export const budgetTiers = ['standard', 'data-read', 'ingest'] as const

/** One of {@link budgetTiers}. */
export type BudgetTier = (typeof budgetTiers)[number]

/** A token bucket: sustained requests a minute, and its capacity. */
export interface Limit {
  readonly perMinute: number
  readonly burst: number
}

/**
 * The burst for a sustained rate, in the proportion of the tier's defaults; `ingest` uses those
 * of standard.
 */
export function usualBurst(tier: BudgetTier, perMinute: number): number {
  const usual = tiers[tier === 'ingest' ? 'standard' : tier]
  return Math.ceil((perMinute * usual.burst) / usual.perMinute)
}

/** The limit of one client address on open rows, per minute and burst. */
export const openLimit = { perMinute: 30, burst: 60 } as const satisfies Limit

/** The limit of one key on rows with `hasReserve`, on each node, once the organization's bucket or the key's share is empty. */
export const reserveLimit = { perMinute: 60, burst: 30 } as const satisfies Limit
