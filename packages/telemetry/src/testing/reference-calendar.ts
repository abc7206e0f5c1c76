import { isoOf } from '@sluice/runtime'
import type { Bucket, Point } from './reference-aggregates.ts'

const HALF_HOUR = 1800e6
const MONDAY = 3

/** The local day, week (from Monday) or month of an instant, read from a wall clock in the zone. */
function nameIn(timezone: string, unit: '1d' | '1w' | '1mo'): (micros: number) => string {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
  return (micros) => {
    const date = clock.format(new Date(Math.floor(micros / 1000)))
    if (unit === '1mo') return date.slice(0, 7)
    if (unit === '1d') return date
    return String(Math.floor((Date.parse(`${date}T00:00:00Z`) / 86_400_000 + MONDAY) / 7))
  }
}

/**
 * The starts of days, weeks or months of a zone's wall clock around a range, in epoch microseconds. Deliberately naive:
 * it steps by half hours, between which no clock changes.
 */
export function calendarStarts(
  { from, to }: { from: number; to: number },
  { timezone, unit }: { timezone: string; unit: '1d' | '1w' | '1mo' },
): number[] {
  const nameOf = nameIn(timezone, unit)
  const starts: number[] = []
  let name = ''
  const margin = 40 * 86_400e6
  const first = Math.floor((from - margin) / HALF_HOUR) * HALF_HOUR
  for (let t = first; t < to + margin; t += HALF_HOUR) {
    const here = nameOf(t)
    if (here !== name) starts.push(t)
    name = here
  }
  return starts
}

/** Points of a range in buckets by day, week or month of the zone's wall clock, by their start. */
export function calendarBucketsOf(
  points: readonly Point[],
  range: { from: number; to: number },
  calendar: { timezone: string; unit: '1d' | '1w' | '1mo' },
): Map<string, Bucket> {
  const { from, to } = range
  const starts = calendarStarts(range, calendar)
  return new Map(
    starts.flatMap((start, i) => {
      const end = starts[i + 1] ?? to
      const own = points.filter(({ t }) => t >= start && t < end)
      if (own.length === 0) return []
      const before = points.filter(({ t }) => t < start).slice(-1)
      const bounds = { from: Math.max(from, start), to: Math.min(to, end) }
      return [[isoOf(start), { own, all: [...before, ...own], ...bounds }] as const]
    }),
  )
}
