import type { Gone, ThingNumbers } from '../thing-numbers.ts'
import { ExpiringKeys } from './expiring-keys.ts'

/** A cache of what the tables hold. It must be notified of writes and erasures. */
export interface Memory {
  /** Invalidates a thing whose samples were removed. */
  forget(thing: ThingNumbers): void
  /** Invalidates all things that match. */
  forgetAll(isAmong: (thing: ThingNumbers) => boolean): void
  /** Whether nothing is cached, and no read that would be cached is in flight. */
  isEmpty(): boolean
}

export interface MemoryOptions {
  /** Whether a removal of an organization's samples is indeterminate. Then nothing that is read may be cached. */
  readonly isIndeterminate: (organization: number) => boolean
  /** A monotonic clock, in milliseconds. */
  readonly monotonic?: () => number
}

/** Invalidates what a removal took away. */
export function forgetGone(memory: Pick<Memory, 'forget' | 'forgetAll'>, gone: Gone): void {
  if ('thing' in gone) memory.forget(gone)
  else memory.forgetAll(({ organization }) => gone.organizations.has(organization))
}

/** Milliseconds for which a cache may be stale after a change that it was not notified of. */
export const MAX_AGE_MS = 600_000

/** The same for aggregates. Where they are computed from cached samples, the age of those comes on top. */
export const AGGREGATES_AGE_MS = MAX_AGE_MS / 2

/** Longer than the store goes on with a statement that its client gave up. */
const INDETERMINATE_MS = 60_000

/**
 * Tracks indeterminate removals by organization, and invalidates what they may have removed. `monotonic` is a monotonic
 * clock, in milliseconds.
 */
export function trackIndeterminate(
  monotonic: () => number,
  memory: Pick<Memory, 'forget' | 'forgetAll'>,
) {
  const organizations = new ExpiringKeys<number>(monotonic, INDETERMINATE_MS)
  return {
    /** Notes that a removal may take effect now or within the minute. */
    noteIndeterminate(gone: Gone): void {
      const all = 'thing' in gone ? [gone.organization] : gone.organizations
      for (const organization of all) organizations.add(organization)
      forgetGone(memory, gone)
    },
    isIndeterminate: (organization: number) => organizations.has(organization),
  }
}
