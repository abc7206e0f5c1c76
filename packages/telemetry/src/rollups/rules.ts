/** Microseconds: rollups are hourly, and one row spans a day. */
export const HOUR = 3600e6
export const DAY = 24 * HOUR

/** Microseconds. Samples older than their version by more than this are late, and mark their day. */
export const LATE_AFTER = 1 * HOUR

/**
 * Microseconds. An hour is settled this long before a version that is below those of all later writes. Must be at least
 * {@link LATE_AFTER}; the rest is for nodes of an earlier version, which go by their clocks.
 */
export const SETTLED_AFTER = 2 * HOUR

/** The UTC day of a time in epoch microseconds, counted from 1970-01-01. */
export function dayOf(micros: number): number {
  return Math.floor(micros / DAY)
}

/** The start of a day in epoch microseconds. */
export function startOfDay(day: number): number {
  return day * DAY
}

/** The start of the UTC day this many days ago, in epoch microseconds. */
export function startOfDaysAgo(now: Date, days: number): number {
  return startOfDay(dayOf(now.getTime() * 1000) - days)
}
