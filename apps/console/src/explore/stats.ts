import { asNumber } from '#series/points.ts'
import type { Part } from './lines.ts'

/** The statistics in a legend; null if unknown. */
export interface Stats {
  readonly min: number | null
  readonly avg: number | null
  readonly max: number | null
  /** Share of the elapsed time that is covered by samples, 0 to 1. */
  readonly coverage: number | null
}

/** The columns of a metric that {@link statsOf} needs. */
export function statColumns(key: string): string {
  return `${key}:avg,${key}:min,${key}:max,${key}:count`
}

interface Measured {
  readonly key: string
  readonly expectedIntervalSeconds: number | null
}

interface Times {
  /** Width of the buckets, in the API's notation. */
  readonly interval: string | null
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly now: number
}

/**
 * Computes a line's statistics from its buckets, which is fast over any range. Each sample covers its expected
 * interval, up to the length of the bucket.
 *
 * @param things number of things that contribute to the line; undefined if unknown
 */
export function statsOf(
  { values }: Part,
  { key, expectedIntervalSeconds: expected }: Measured,
  times: Times,
  things: number | undefined,
): Stats | undefined {
  const column = (name: string) => (values[`${key}:${name}`] ?? []).map(asNumber)
  const [averages, lows, highs, counts] = ['avg', 'min', 'max', 'count'].map(column)
  if (!averages || !lows || !highs || !counts || counts.length === 0) return undefined
  const samples = sum(counts.map((count) => count ?? 0))
  const total = sum(averages.map((avg, i) => (avg ?? 0) * (counts[i] ?? 0)))
  return {
    min: extreme(lows, Math.min),
    avg: samples > 0 ? total / samples : null,
    max: extreme(highs, Math.max),
    coverage:
      expected === null || things === undefined
        ? null
        : coverageOf(counts, expected, times, things),
  }
}

function coverageOf(
  counts: readonly (number | null)[],
  expected: number,
  { interval, from, to, now }: Times,
  things: number,
): number | null {
  const elapsed = (Math.min(to, now) - from) / 1000
  if (elapsed <= 0 || things === 0) return null
  const most = Math.max(secondsOf(interval ?? '1s'), expected) * things
  const covered = sum(counts.map((count) => Math.min((count ?? 0) * expected, most)))
  return Math.min(covered / (elapsed * things), 1)
}

const units: Record<string, number> = {
  ...{ s: 1, m: 60, h: 3600, d: 86_400, w: 7 * 86_400, mo: 31 * 86_400 },
}

/** The width of an interval in the API's notation, in seconds. A month has its greatest length. */
export function secondsOf(interval: string): number {
  const [, count = '1', unit = 's'] = /^(\d+)([a-z]+)$/.exec(interval) ?? []
  return Number(count) * (units[unit] ?? 1)
}

function extreme(
  values: readonly (number | null)[],
  pick: (a: number, b: number) => number,
): number | null {
  return values.reduce((found, value) => {
    return value === null ? found : found === null ? value : pick(found, value)
  }, null)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
