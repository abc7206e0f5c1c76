/** Rate tiers: each has its own budget per organization (spec section 8). */
export const tiers = {
  standard: { perMinute: 600, burst: 1000 },
  'data-read': { perMinute: 6000, burst: 10_000 },
} as const satisfies Record<string, Limit>

export type Tier = keyof typeof tiers

/** Every bucket of an organization. Only one with dedicated ingestion (spec section 8.5) has `ingest`. */
export const budgetTiers = ['standard', 'data-read', 'ingest'] as const
export type BudgetTier = (typeof budgetTiers)[number]

/** A token bucket's figures: sustained requests per minute, and the most it can hold. */
export interface Limit {
  readonly perMinute: number
  readonly burst: number
}

/**
 * The burst that goes with a sustained rate, in proportion to the tier's default figures; for ingest to
 * those of standard.
 */
export function usualBurst(tier: BudgetTier, perMinute: number): number {
  const usual = tiers[tier === 'ingest' ? 'standard' : tier]
  return Math.ceil((perMinute * usual.burst) / usual.perMinute)
}

/** The bucket of a client's address, for rows that anyone may call. */
export const openLimit = { perMinute: 30, burst: 60 } as const satisfies Limit
