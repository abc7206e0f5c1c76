import type { BudgetTier, Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { secondsUntilFull, secondsUntilOne, wholeUnits } from './refill.ts'

/** A bucket as an answer tells it. */
interface Level {
  /** A share's is the tier's with `-share`. */
  readonly name: BudgetTier | `${BudgetTier}-share` | 'open'
  /** Units left, fractional; negative when failures overdrew it. */
  readonly tokens: number
  readonly limit: Limit
}

/** What a request drew on: a bucket, and the key's share of it where it has one. */
export interface Rate extends Level {
  readonly share?: Level | undefined
}

/** 429 with the bucket, so that its answer carries the RateLimit fields too. */
export class RateLimited extends Problem {
  readonly rate: Rate

  constructor(rate: Rate, budget: string) {
    const retryAfter = secondsUntilOne(rate.tokens, rate.limit)
    const detail =
      `API rate limit exceeded: ${budget} is used up. ` +
      `Retry after the period in Retry-After (${retryAfter} s).`
    super('rate-limited', { detail, retryAfter })
    this.rate = rate
  }
}

/**
 * The buckets as the RateLimit header fields tell them (IETF draft-ietf-httpapi-ratelimit-headers): lists, of two for a
 * key that has a share, where the lower of them counts.
 */
export function rateLimitHeaders(rate: Rate) {
  const { share } = rate
  return {
    'RateLimit-Policy': share ? `${policy(rate)}, ${policy(share)}` : policy(rate),
    RateLimit: share ? `${left(rate)}, ${left(share)}` : left(rate),
  }
}

function policy({ name, limit }: Level): string {
  return `"${name}";q=${limit.perMinute};w=60`
}

function left({ name, tokens, limit }: Level): string {
  const remaining = Math.max(0, wholeUnits(tokens))
  return `"${name}";r=${remaining};t=${secondsUntilFull(tokens, limit)}`
}
