import type { Limit } from '@sluice/contract'
import { type Bucket, refill, wholeUnits } from './refill.ts'

/** A bucket in memory. */
export interface Held extends Bucket {
  readonly organization: string
  readonly tier: string
  /** `tier`; `key:` or `failures:` and a key's id. */
  readonly bucket: string
  /** By which it refills: the one of its last touch. */
  limit: Limit
  /** What is kept of it elsewhere: refilled alike, never above the tokens. */
  floor: number
}

/** A full bucket. One that is not journaled has a floor that no spending reaches. */
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

/** Brought to `now`: what passed until then counts at the figures of before. True when other figures hold from now on. */
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
  return refill({ tokens: held.tokens, at: held.at }, held.limit, now).tokens >= held.limit.burst
}
