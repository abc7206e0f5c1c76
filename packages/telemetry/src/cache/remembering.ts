import type { Gone, ThingNumbers } from '../thing-numbers.ts'

/** Caches what the tables hold. Writes and erasures must notify it. */
export interface Memory {
  /** Samples of a thing are gone. */
  forget(thing: ThingNumbers): void
  /** The same of many things: of all without a condition. */
  forgetAll(isAmong?: (thing: ThingNumbers) => boolean): void
  /** Whether nothing is remembered, nor being read to be remembered. */
  isEmpty(): boolean
  /** A removal is indeterminate: it may take effect, now or a little later. */
  noteIndeterminate(gone: Gone): void
}

/** Forgets what a removal took away. */
export function forgetGone(memory: Pick<Memory, 'forget' | 'forgetAll'>, gone: Gone): void {
  if ('thing' in gone) memory.forget(gone)
  else memory.forgetAll(({ organization }) => gone.organizations.has(organization))
}

/** Milliseconds for which a cache may differ from the tables after a change that it was not notified of. */
export const MAX_AGE_MS = 600_000

/** The same for aggregates; where they are computed from remembered samples, the age of these comes on top. */
export const AGGREGATES_AGE_MS = MAX_AGE_MS / 2

/** Longer than the store goes on with a statement after its client gave it up. */
const INDETERMINATE_MS = 60_000

/** Tracks indeterminate removals, by organization, each of which is forgotten. `monotonic` is a clock that never goes back, in milliseconds. */
export function trackIndeterminate(
  monotonic: () => number,
  memory: Pick<Memory, 'forget' | 'forgetAll'>,
) {
  /** Until when, by organization; what ends first comes first. */
  const ends = new Map<number, number>()

  function dropEnded(): void {
    const now = monotonic()
    for (const [organization, end] of ends) {
      if (end > now) return
      ends.delete(organization)
    }
  }

  return {
    /** Its statement will have ended in a minute. */
    noteIndeterminate(gone: Gone): void {
      const end = monotonic() + INDETERMINATE_MS
      for (const organization of 'thing' in gone ? [gone.organization] : gone.organizations) {
        ends.delete(organization)
        ends.set(organization, end)
      }
      forgetGone(memory, gone)
    },
    /** Of an organization, or of any. */
    isIndeterminate(organization?: number): boolean {
      dropEnded()
      return organization === undefined ? ends.size > 0 : ends.has(organization)
    },
  }
}
