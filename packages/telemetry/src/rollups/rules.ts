/** Microseconds: rollups sum up hours, and a row of them spans a day. */
export const HOUR = 3600e6
export const DAY = 24 * HOUR

/** When samples are late, and when hours are rolled up; all in milliseconds. */
export interface RollupRules {
  /** Samples older than this are marked before they are stored. */
  readonly lateAfter: number
  /**
   * Hours are rolled up once they ended longer ago than this. It exceeds {@link lateAfter} by more than a
   * write that was not late can take and the clocks of nodes can differ.
   */
  readonly settledAfter: number
  /** How long a mark holds: a write that took longer is marked again. */
  readonly markHolds: number
  /**
   * A day is rolled up only if its last mark is older than this by the store's clock: by then, writes that
   * were under way have ended.
   */
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

/** The start of the day in UTC that lies so many days before a time, in epoch microseconds. */
export function startOfDaysAgo(now: Date, days: number): number {
  return (dayOf(now.getTime() * 1000) - days) * DAY
}
