import type { ThingNumbers } from '../thing-numbers.ts'

/** Remembers what the tables say, as long as it is told of what changes. */
export interface Memory {
  /** Tells that samples of a thing are gone. */
  forget(thing: ThingNumbers): void
  /** Tells that samples of any thing are gone. */
  forgetAll(): void
  /** Tells of a statement that may be done or not, now or a little later. */
  doubt(): void
}

/** How long at most what is remembered may differ from the tables, where nobody told of the difference: milliseconds. */
export const MAX_AGE_MS = 600_000

/** The same of aggregates and of the samples from which some of them are reckoned: one may have grown old upon the other. */
export const AGGREGATES_AGE_MS = MAX_AGE_MS / 2

/** Longer than the store goes on with a statement after its client gave it up. */
const DOUBT_MS = 60_000

/** Keeps in mind that a statement may be done or not. `monotonic` is a clock that never goes back, in milliseconds. */
export function trackDoubt(monotonic: () => number) {
  let until = Number.NEGATIVE_INFINITY
  return {
    /** Such a statement was made, and will have ended in a minute. */
    doubt(): void {
      until = monotonic() + DOUBT_MS
    },
    isDoubted: () => monotonic() < until,
  }
}
