import type { ThingNumbers } from '../thing-numbers.ts'

/** Caches what the tables hold. Writes and erasures must notify it. */
export interface Memory {
  /** Samples of a thing are gone. */
  forget(thing: ThingNumbers): void
  /** The same of many things: of all without a condition. */
  forgetAll(isAmong?: (thing: ThingNumbers) => boolean): void
  /** Whether nothing is remembered, nor being read to be remembered. */
  isEmpty(): boolean
  /** A write is indeterminate: it may take effect, now or a little later. */
  noteIndeterminate(): void
}

/** Milliseconds for which a cache may differ from the tables after a change that it was not notified of. */
export const MAX_AGE_MS = 600_000

/** The same for aggregates; where they are computed from remembered samples, the age of these comes on top. */
export const AGGREGATES_AGE_MS = MAX_AGE_MS / 2

/** Longer than the store goes on with a statement after its client gave it up. */
const INDETERMINATE_MS = 60_000

/** Tracks indeterminate writes, each of which forgets all. `monotonic` is a clock that never goes back, in milliseconds. */
export function trackIndeterminate(monotonic: () => number, forgetAll: () => void) {
  let until = Number.NEGATIVE_INFINITY
  return {
    /** Its statement will have ended in a minute. */
    noteIndeterminate(): void {
      until = monotonic() + INDETERMINATE_MS
      forgetAll()
    },
    isIndeterminate: () => monotonic() < until,
  }
}
