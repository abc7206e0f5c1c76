import type { Summary } from '@sluice/contract'

type Metrics = Summary['metrics']

/** What a legend says of a line. Null: nothing to say. */
export interface Stats {
  readonly count: number
  readonly min: number | null
  readonly avg: number | null
  readonly max: number | null
  /** 0 to 1. */
  readonly coverage: number | null
}

export function statsOf(summary: Metrics[string] | undefined): Stats | undefined {
  if (!summary) return undefined
  const { count, min, avg, max, coverage } = summary
  return { count, min: asNumber(min?.value), avg, max: asNumber(max?.value), coverage }
}

/** Of several lines together: their extremes, and the averages of all samples. */
export function statsOfAll(all: readonly Stats[]): Stats {
  const withData = all.filter(({ count }) => count > 0)
  const known = (pick: (stats: Stats) => number | null) =>
    withData.flatMap((one) => pick(one) ?? [])
  const lows = known(({ min }) => min)
  const highs = known(({ max }) => max)
  const covered = all.flatMap(({ coverage }) => coverage ?? [])
  const counted = withData.filter(({ avg }) => avg !== null)
  const samples = sum(counted.map(({ count }) => count))
  return {
    count: sum(all.map(({ count }) => count)),
    min: lows.length > 0 ? Math.min(...lows) : null,
    avg: samples > 0 ? sum(counted.map(({ avg, count }) => (avg ?? 0) * count)) / samples : null,
    max: highs.length > 0 ? Math.max(...highs) : null,
    coverage: covered.length > 0 ? sum(covered) / covered.length : null,
  }
}

/** An average so many usual distances from the middle is one of an outlier. */
const FAR = 3.5
const MOST = 5

/**
 * The ids of what differs most from the rest in its average, the farthest first: by the modified z-score, the distance
 * from the median in median distances.
 */
export function outliersOf(stats: ReadonlyMap<string, Stats>): string[] {
  const averages = [...stats].flatMap(([id, { avg }]) => (avg === null ? [] : [{ id, avg }]))
  const middle = median(averages.map(({ avg }) => avg))
  const away = averages.map(({ id, avg }) => ({ id, distance: Math.abs(avg - middle) }))
  // Where most are all alike, the mean distance takes the place of the median one, which is 0.
  const usual =
    1.4826 * median(away.map(({ distance }) => distance)) ||
    1.2533 * (sum(away.map(({ distance }) => distance)) / Math.max(1, away.length))
  return away
    .filter(({ distance }) => usual > 0 && distance / usual > FAR)
    .sort((a, b) => b.distance - a.distance || (a.id < b.id ? -1 : 1))
    .slice(0, MOST)
    .map(({ id }) => id)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : null
}
