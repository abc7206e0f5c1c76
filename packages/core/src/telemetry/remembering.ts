/** How long at most what is remembered may differ from the tables, where nobody told of the difference: milliseconds. */
export const MAX_AGE_MS = 600_000

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
