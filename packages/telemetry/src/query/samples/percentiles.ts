import type { SampleRun } from '../../cache/chunks/chunk.ts'
import { between } from '../computed.ts'
import { type Percentile, percentileLevels } from '../plan/percentiles.ts'

/**
 * A percentile of ascending numbers, interpolated between the two nearest (ClickHouse's `quantileExactInclusive`); null
 * if there are none.
 */
export function percentileOf(percentile: Percentile, ascending: Float64Array): number | null {
  if (ascending.length === 0) return null
  const place = percentileLevels[percentile] * (ascending.length - 1)
  const low = Math.floor(place)
  const high = Math.min(low + 1, ascending.length - 1)
  const [below = 0, above = 0] = [ascending[low], ascending[high]]
  return between(below, above, place - low, 1)
}

/** Sorting this many takes two milliseconds. */
const SORTED_AT_ONCE = 32_768

/** The numbers of some runs, ascending. */
export function* sortedNumbers(runs: readonly SampleRun[]): Generator<void, Float64Array> {
  const numbers = yield* numbersOf(runs)
  for (let from = 0; from < numbers.length; from += SORTED_AT_ONCE) {
    if (from > 0) yield
    numbers.subarray(from, from + SORTED_AT_ONCE).sort()
  }
  let sorted = numbers
  for (let width = SORTED_AT_ONCE; width < numbers.length; width *= 2) {
    const merged = new Float64Array(numbers.length)
    for (let from = 0; from < numbers.length; from += 2 * width) {
      const middle = Math.min(from + width, numbers.length)
      const end = Math.min(middle + width, numbers.length)
      yield* merge(sorted, merged, from, middle, end)
    }
    sorted = merged
  }
  return sorted
}

/** Merges two sorted parts into another list at the same index. */
function* merge(
  from: Float64Array,
  into: Float64Array,
  first: number,
  middle: number,
  end: number,
): Generator<void, void> {
  let [low, high] = [first, middle]
  for (let at = first; at < end; at += 1) {
    const isLow = high === end || (low < middle && (from[low] ?? 0) <= (from[high] ?? 0))
    into[at] = from[isLow ? low : high] ?? 0
    if (isLow) low += 1
    else high += 1
    if (at % SORTED_AT_ONCE === 0) yield
  }
}

function* numbersOf(runs: readonly SampleRun[]): Generator<void, Float64Array> {
  const all = new Float64Array(runs.reduce((sum, { first, end }) => sum + end - first, 0))
  let count = 0
  for (const [i, { numbers, first, end }] of runs.entries()) {
    if (i > 0) yield
    for (let at = first; at < end; at += 1) {
      const number = numbers[at] ?? Number.NaN
      if (!Number.isFinite(number)) continue
      all[count] = number
      count += 1
    }
  }
  return all.subarray(0, count)
}
