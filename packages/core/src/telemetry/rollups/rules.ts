/** Microseconds of what a rollup sums up, and of what a row of them spans. */
export const HOUR = 3600e6
export const DAY = 24 * HOUR

/** When samples are late, and when hours are rolled up; all in milliseconds. */
export interface RollupRules {
  /** Samples older than this are marked before they are stored. */
  readonly lateAfter: number
  /**
   * Hours that ended longer ago are rolled up. The difference to {@link lateAfter} is more than a write that was not late can
   * take and the clocks of nodes can differ.
   */
  readonly settledAfter: number
  /** A mark is good for what is stored within this time; what took longer is marked again. */
  readonly markHolds: number
  /** Nothing is rolled up that was marked less long ago, by the store's clock: what is under way has ended by then. */
  readonly quiet: number
}

const MINUTE = 60_000

export const rollupRules: RollupRules = {
  lateAfter: 60 * MINUTE,
  settledAfter: 120 * MINUTE,
  markHolds: MINUTE,
  quiet: 2 * MINUTE,
}

/** The day of a time in epoch microseconds, counted from 1970-01-01 in UTC. */
export function dayOf(micros: number): number {
  return Math.floor(micros / DAY)
}
