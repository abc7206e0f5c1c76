import { Pace } from '@sluice/runtime'
import { type SampleRun, within } from '../../cache/chunks/chunk.ts'
import { type Run, type Sample, WEIGHT } from '../buckets/runs.ts'
import type { Grid } from '../calendar/grid.ts'
import type { Range } from '../plan/range.ts'
import { LineCursor } from './line-cursor.ts'
import type { LineSamples } from './line-samples.ts'

/** Samples or runs between two yields: beginning a run costs as much as a few samples. */
const WORK_PER_YIELD = 2_000

export type RunRow = [bucket: number, thing: number, metric: number, run: Run]

/**
 * A {@link Run} for each bucket and line of a span, as the store would answer them in ascending order; undefined where
 * the caller may pause.
 */
export function* runRowsOf(
  lines: readonly LineSamples[],
  span: Range,
  grid: Grid,
  range: Range,
): Generator<RunRow | undefined, void> {
  const cursors = lines.map((line) => new LineCursor(line, span))
  const pace = new Pace(WORK_PER_YIELD)
  for (const { bucket, to } of bucketsOf(cursors, grid, range)) {
    let work = cursors.length
    for (const cursor of cursors) {
      if (cursor.next >= to) continue
      const runs = cursor.takeBefore(to)
      yield [bucket, cursor.thing, cursor.metric, yield* runOf(runs)]
      for (const { first, end } of runs) work += end - first
    }
    if (pace.isOver(work)) yield
  }
}

/** The bucket of the first sample in a span, if there is one. */
export function firstBucketOf(
  lines: readonly LineSamples[],
  { from, to }: Range,
  grid: Grid,
): number | undefined {
  let earliest = Number.POSITIVE_INFINITY
  for (const { runs } of lines) {
    for (const run of runs) {
      const { times, first, end } = within(run, from, to)
      if (first === end) continue
      earliest = Math.min(earliest, times[first] ?? earliest)
      break
    }
  }
  return earliest === Number.POSITIVE_INFINITY ? undefined : grid.numberOf(earliest)
}

/** The {@link Run} over the numbers of consecutive runs of samples. */
export function* runOf(runs: readonly SampleRun[]): Generator<undefined, Run> {
  let [count, firstTime, first, lastTime, last, growth, area] = [0, 0, 0, 0, 0, 0, 0]
  for (const [i, { times, numbers, first: from, end }] of runs.entries()) {
    if (i > 0) yield
    for (let at = from; at < end; at += 1) {
      const [time = 0, number = Number.NaN] = [times[at], numbers[at]]
      if (!Number.isFinite(number)) continue
      if (count === 0) [firstTime, first] = [time, number]
      else {
        // A counter that fell was reset to zero.
        growth += number - (number < last ? 0 : last)
        area += last * ((time - lastTime) / WEIGHT)
      }
      count += 1
      lastTime = time
      last = number
    }
  }
  return [count, firstTime, first, lastTime, last, growth, area]
}

/** The last number of a line in a range. */
export function lastNumberIn({ runs }: LineSamples, { from, to }: Range): Sample | undefined {
  for (const run of runs.toReversed()) {
    const { times, numbers, first, end } = within(run, from, to)
    for (let at = end - 1; at >= first; at -= 1) {
      const [time = 0, value = Number.NaN] = [times[at], numbers[at]]
      if (Number.isFinite(value)) return { time, value }
    }
  }
  return undefined
}

/** The buckets that have samples, in order. The caller must take the samples of each. */
function* bucketsOf(
  cursors: readonly LineCursor[],
  grid: Grid,
  range: Range,
): Generator<{ bucket: number; to: number }, void> {
  for (;;) {
    let next = Number.POSITIVE_INFINITY
    for (const cursor of cursors) if (cursor.next < next) next = cursor.next
    if (next === Number.POSITIVE_INFINITY) return
    const bucket = grid.numberOf(next)
    yield { bucket, to: Math.min(range.to, grid.startOf(bucket + 1)) }
  }
}
