import { texts } from '#texts/series.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Lengths of ranges that end at the latest sample, in seconds. */
export const ranges = {
  '24h': { label: texts.ranges.day, seconds: DAY },
  '7d': { label: texts.ranges.week, seconds: 7 * DAY },
  '30d': { label: texts.ranges.month, seconds: 30 * DAY },
  '1y': { label: texts.ranges.year, seconds: 365 * DAY },
  '5y': { label: texts.ranges.years, seconds: 5 * 365 * DAY },
} as const

export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

const ENOUGH_SAMPLES = 100

/** The initial range: the shortest that should have 100 samples at the expected interval; 30 days if there is none. */
export function defaultRange(expectedIntervalSeconds: number | null): RangeName {
  if (expectedIntervalSeconds === null) return '30d'
  const enough = rangeNames.find(
    (name) => ranges[name].seconds / expectedIntervalSeconds >= ENOUGH_SAMPLES,
  )
  return enough ?? '5y'
}

/**
 * A range that ends at the latest sample, so that old data still fills the chart. The API excludes `to`, so it is one
 * millisecond after the sample.
 */
export function rangeEndingAt(latest: string, name: RangeName): { from: string; to: string } {
  const end = Date.parse(latest) + 1
  return {
    from: new Date(end - ranges[name].seconds * 1000).toISOString(),
    to: new Date(end).toISOString(),
  }
}
