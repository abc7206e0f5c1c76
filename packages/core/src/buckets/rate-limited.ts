import type { BudgetTier, Limit } from '@sluice/contract'
import { Problem } from '../problem.ts'
import { secondsUntilFull, secondsUntilOne, wholeUnits } from './refill.ts'

/** The bucket that a request drew on, as its answer tells it. */
export interface Rate {
  readonly tier: BudgetTier | 'open'
  /** Units left, fractional; negative when failures overdrew it. */
  readonly tokens: number
  readonly limit: Limit
}

/** 429 with the bucket, so that its answer carries the RateLimit fields too. */
export class RateLimited extends Problem {
  readonly rate: Rate

  constructor(rate: Rate, budget: string) {
    const retryAfter = secondsUntilOne(rate.tokens, rate.limit)
    const detail =
      `API rate limit exceeded: ${budget} is used up. ` +
      `Retry after the period in Retry-After (${retryAfter} seconds).`
    super('rate-limited', { detail, retryAfter })
    this.rate = rate
  }
}

/** The bucket as the RateLimit header fields tell it (IETF draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeaders({ tier, tokens, limit }: Rate) {
  const remaining = Math.max(0, wholeUnits(tokens))
  return {
    'RateLimit-Policy': `"${tier}";q=${limit.perMinute};w=60`,
    RateLimit: `"${tier}";r=${remaining};t=${secondsUntilFull(tokens, limit)}`,
  }
}
