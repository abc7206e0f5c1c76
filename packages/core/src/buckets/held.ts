import type { Limit } from '@sluice/contract'
import { type Bucket, refill, wholeUnits } from './refill.ts'

export interface Held extends Bucket {
  readonly organization: string
  readonly tier: string
  /** `tier`, or `key:` or `failures:` followed by a key's id. */
  readonly bucket: string
  /** The refill limit, as of its last use. */
  limit: Limit
  /** The level in the journal: refilled in the same way, and never above the tokens. */
  floor: number
}

/** A full bucket. Without a journal, its floor is one that no spending reaches. */
export function fullBucket(
  { organization, tier }: Pick<Held, 'organization' | 'tier'>,
  bucket: string,
  limit: Limit,
  at: number,
  isJournaled: boolean,
): Held {
  const floor = isJournaled ? limit.burst : Number.NEGATIVE_INFINITY
  return { tokens: limit.burst, at, organization, tier, bucket, limit, floor }
}

/** Refills up to `now` at the old limit. Returns whether the limit has changed. */
export function advance(held: Held, limit: Limit, now: number): boolean {
  const before = held.limit
  if (now > held.at) {
    const brought = ((now - held.at) * before.perMinute) / 60_000
    held.floor = Math.min(before.burst, held.floor + brought)
  }
  refill(held, before, now)
  if (limit === before) return false
  held.limit = limit
  held.tokens = Math.min(limit.burst, held.tokens)
  return limit.perMinute !== before.perMinute || limit.burst !== before.burst
}

export function isEmpty({ tokens }: Held): boolean {
  return wholeUnits(tokens) < 1
}

export function addUnit(held: Held): number {
  held.tokens = Math.min(held.limit.burst, held.tokens + 1)
  return held.tokens
}

export function isFull(held: Held, now: number): boolean {
  return tokensOf(held, held.limit, now) >= held.limit.burst
}

/** What it would have at a limit, which may not be the one in force. Changes nothing. */
export function tokensOf({ tokens, at, limit }: Held, figures: Limit, now: number): number {
  return Math.min(refill({ tokens, at }, limit, now).tokens, figures.burst)
}
