import { texts } from '#texts/format.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From here on the date is more useful than the distance. */
const FAR = 30.5 * DAY
/** The page's clock ticks every 15 seconds, so a recent event may seem to lie in the future. */
const LAG = 15

/** A relative time in words: `3 min ago`, `in 29 days`; beyond a month the date. */
export function relativeTime(iso: string, now: number, zone: string): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds <= LAG ? texts.now : texts.soon
  if (distance >= FAR) return dateIn(iso, zone)
  const words = duration(distance)
  return seconds < 0 ? texts.ago(words) : texts.ahead(words)
}

function dateIn(iso: string, timeZone: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...date }).format(new Date(iso))
}

/** A duration in its largest unit: `12 min`, `5 h`, `3 days`, `2 years`. */
export function duration(seconds: number): string {
  const { lengths } = texts
  const units = [
    [365 * DAY, lengths.year],
    [DAY, lengths.day],
    [HOUR, lengths.hour],
    [MINUTE, lengths.minute],
  ] as const
  for (const [size, words] of units) {
    // Uses the larger unit if rounding would reach it.
    if (seconds < size * 0.97) continue
    return words(Math.max(1, Math.round(seconds / size)))
  }
  return lengths.second(Math.round(seconds))
}

/** `12 Mar 2015, 14:03:07 UTC`: omits the seconds of a full minute. Independent of the browser's locale. */
export function exactTime(iso: string, zone = 'UTC'): string {
  return `${clockTime(iso, zone)} ${zoneName(iso, zone)}`
}

/** {@link exactTime} of epoch seconds, rounded to a second: a point of a chart is only as precise as a pixel. */
export function exactTimeAt(seconds: number, zone: string): string {
  return exactTime(new Date(Math.round(seconds) * 1000).toISOString(), zone)
}

function clockTime(iso: string, timeZone: string): string {
  const isFullMinute = Date.parse(iso) % 60_000 === 0
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(!isFullMinute && { second: '2-digit' }),
  }).format(new Date(iso))
}

/** The short name of a zone at a time: `CET`, `GMT-3`. */
export function zoneName(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' })
  return (
    parts.formatToParts(new Date(iso)).find((part) => part.type === 'timeZoneName')?.value ?? ''
  )
}
