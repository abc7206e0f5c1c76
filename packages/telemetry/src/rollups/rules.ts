/** Microseconds: rollups sum up hours, and a row of them spans a day. */
export const HOUR = 3600e6
export const DAY = 24 * HOUR

/** Microseconds. Samples that are older than their version by more than this are late: they are marked. */
export const LATE_AFTER = 1 * HOUR

/**
 * Microseconds. Hours are rolled up that end longer than this before a version below those of all later writes. It may not be
 * less than {@link LATE_AFTER}; the rest is for nodes of an earlier version, which judge by their clocks.
 */
export const SETTLED_AFTER = 2 * HOUR

/** The day of a time in epoch microseconds, counted from 1970-01-01 in UTC. */
export function dayOf(micros: number): number {
  return Math.floor(micros / DAY)
}

/** When such a day begins, in epoch microseconds. */
export function startOfDay(day: number): number {
  return day * DAY
}

/** The start of the day in UTC that lies so many days before a time, in epoch microseconds. */
export function startOfDaysAgo(now: Date, days: number): number {
  return startOfDay(dayOf(now.getTime() * 1000) - days)
}
