/** A day in some time zone. */
export interface Day {
  /** YYYY-MM-DD */
  readonly date: string
  /** Epoch milliseconds of its first instant. */
  readonly start: number
}

const QUARTER = 900_000
const HOUR = 3_600_000

/**
 * The last `count` days of an IANA zone, oldest first, up to that of `now`. Days have 23, 24 or 25 hours where clocks
 * change; in every zone they begin on a quarter-hour.
 */
export function lastDays(now: Date, count: number, timezone: string): Day[] {
  // The one locale that writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  const dateOf = (millis: number) => format.format(millis)
  const today = dateOf(now.getTime())
  const first = new Date(Date.parse(today) - (count - 1) * 24 * HOUR).toISOString().slice(0, 10)
  // No zone is more than 14 hours ahead of UTC.
  let start = firstQuarter(Date.parse(first) - 14 * HOUR, (millis) => dateOf(millis) >= first)
  const days = [{ date: dateOf(start), start }]
  for (let date = dateOf(start); date < today; date = dateOf(start)) {
    const before = date
    start = firstQuarter(start + 22 * HOUR, (millis) => dateOf(millis) > before)
    days.push({ date: dateOf(start), start })
  }
  return days
}

function firstQuarter(from: number, holds: (millis: number) => boolean): number {
  let millis = Math.floor(from / QUARTER) * QUARTER
  while (!holds(millis)) millis += QUARTER
  return millis
}
