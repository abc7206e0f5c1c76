import type { BudgetTier, Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { secondsUntilOne } from './refill.ts'

/** A bucket as shown in an answer. */
export interface Level {
  /** That of a share is the tier's with `-share`, that of a key's failures with `-failures`. */
  readonly name: BudgetTier | `${BudgetTier}-${'share' | 'failures'}` | 'open'
  /** Units left, fractional; negative if failures overdrew it. */
  readonly tokens: number
  readonly limit: Limit
}

/** The bucket that a request drew on, and the key's own buckets. */
export interface Rate extends Level {
  /** The key's share, if it has one. */
  readonly share?: Level | undefined
  /** The key's bucket of failures, if it has failed recently. */
  readonly failures?: Level | undefined
}

/** 429 with the buckets, so that the answer has RateLimit fields, too. */
export class RateLimited extends Problem {
  readonly rate: Rate
  /** The empty bucket. */
  readonly level: Level

  constructor(rate: Rate, level: Level, budget: string, refillRatio = 1) {
    const { perMinute, burst } = level.limit
    const retryAfter = secondsUntilOne(level.tokens, { perMinute: perMinute * refillRatio, burst })
    const detail =
      `API rate limit exceeded: ${budget} is used up. ` +
      `Retry after the period in Retry-After (${retryAfter} s).`
    super('rate-limited', { detail, retryAfter })
    this.rate = rate
    this.level = level
  }
}
