import type { BudgetTier, Limit } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import { secondsUntilOne } from './refill.ts'

/** A bucket as an answer tells it. */
export interface Level {
  /** A share's is the tier's with `-share`, that of a key's failures with `-failures`. */
  readonly name: BudgetTier | `${BudgetTier}-${'share' | 'failures'}` | 'open'
  /** Units left, fractional; negative when failures overdrew it. */
  readonly tokens: number
  readonly limit: Limit
}

/** The bucket that a request drew on, and those of its key beside it. */
export interface Rate extends Level {
  /** The key's share of it, where it has one. */
  readonly share?: Level | undefined
  /** What the key may still fail, once it has failed of late. */
  readonly failures?: Level | undefined
}

/** 429 with the buckets, so that its answer carries the RateLimit fields too. */
export class RateLimited extends Problem {
  readonly rate: Rate
  /** The bucket that is empty. */
  readonly level: Level

  constructor(rate: Rate, level: Level, budget: string) {
    const retryAfter = secondsUntilOne(level.tokens, level.limit)
    const detail =
      `API rate limit exceeded: ${budget} is used up. ` +
      `Retry after the period in Retry-After (${retryAfter} s).`
    super('rate-limited', { detail, retryAfter })
    this.rate = rate
    this.level = level
  }
}
