import type { Gone, ThingNumbers } from '../thing-numbers.ts'

/** A cache of what the tables hold. It must be notified of writes and erasures. */
export interface Memory {
  /** Invalidates a thing whose samples were removed. */
  forget(thing: ThingNumbers): void
  /** Invalidates all things that match, or all. */
  forgetAll(isAmong?: (thing: ThingNumbers) => boolean): void
  /** Whether nothing is cached, and no read that would be cached is in flight. */
  isEmpty(): boolean
  /** Notes that a removal is indeterminate: it may take effect now or a little later. */
  noteIndeterminate(gone: Gone): void
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
  /** Deadlines by organization, the earliest first. */
  const ends = new Map<number, number>()

  function dropEnded(): void {
    const now = monotonic()
    for (const [organization, end] of ends) {
      if (end > now) return
      ends.delete(organization)
    }
  }

  return {
    /** By the end of this minute, the statement will have ended. */
    noteIndeterminate(gone: Gone): void {
      const end = monotonic() + INDETERMINATE_MS
      for (const organization of 'thing' in gone ? [gone.organization] : gone.organizations) {
        ends.delete(organization)
        ends.set(organization, end)
      }
      forgetGone(memory, gone)
    },
    /** Without an organization: of any. */
    isIndeterminate(organization?: number): boolean {
      dropEnded()
      return organization === undefined ? ends.size > 0 : ends.has(organization)
    },
  }
}
