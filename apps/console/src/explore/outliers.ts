/** Modified z-score above which a thing is an outlier. */
const FAR = 3.5
const MOST = 5

/**
 * The ids of things whose average is far from the rest, farthest first. Uses the modified z-score: the distance from
 * the median, relative to the median distance.
 */
export function outliersOf(all: ReadonlyMap<string, number | null>): string[] {
  const averages = [...all].flatMap(([id, avg]) => (avg === null ? [] : [{ id, avg }]))
  const middle = median(averages.map(({ avg }) => avg))
  const away = averages.map(({ id, avg }) => ({ id, distance: Math.abs(avg - middle) }))
  // If most values are equal, the median distance is 0, so the mean distance is used instead.
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
