import type { Aggregate } from '@sluice/contract'
import { ANSWER_BYTES } from '../../answer-bytes.ts'
import type { Bound } from '../../store.ts'
import { computed } from '../computed.ts'
import { isNumber } from '../stored-value.ts'

/**
 * Aggregates over steps from one sample to the next: delta, rate and twa. The store computes the steps inside a bucket.
 * The step from the sample before the bucket is added here, where the bucket's bounds are known.
 */
const runAggregates = ['delta', 'rate', 'twa'] as const
export type RunAggregate = (typeof runAggregates)[number]

export function isRunAggregate(aggregate: Aggregate): aggregate is RunAggregate {
  return runAggregates.some((candidate) => candidate === aggregate)
}

/**
 * What the store computes over a bucket's numbers in order of time. Times are epoch microseconds. An overflowing number
 * is null (as the store answers it) or not finite.
 */
export type Run = [
  count: number,
  firstTime: number,
  first: number,
  lastTime: number,
  last: number,
  /** The growth of a counter. Where it fell, it was reset to zero and grew to its new value. */
  growth: number | null,
  /** The sum of each value times the time until the next, in {@link WEIGHT}s. */
  area: number | null,
]

/**
 * Microseconds per unit of an area, about a second. In microseconds, areas would overflow a double at far smaller
 * values. A power of two, so no digit is lost.
 */
export const WEIGHT = 2 ** 20

const sorted = `arraySort(groupArrayIf((t, number), ${isNumber}))`

function sumOfSteps(step: string): string {
  return `arraySum(arrayMap((a, b) -> ${step}, arrayPopBack(${sorted}), arrayPopFront(${sorted})))`
}

/** More than the bytes of a run in an answer, with its bucket and line. */
const RUN_BYTES = 128

/** The bound of an answer of so many runs, which always fit. */
export function boundOfRuns(rows: number): Bound {
  return { bytesAnswered: Math.max(ANSWER_BYTES, RUN_BYTES * rows) }
}

/** SQL of a {@link Run}; `t` is the time. */
export const runSql = `(countIf(${isNumber}),
  ${sorted}[1].1, ${sorted}[1].2, ${sorted}[-1].1, ${sorted}[-1].2,
  ${sumOfSteps('b.2 - if(b.2 < a.2, 0, a.2)')}, ${sumOfSteps(`a.2 * ((b.1 - a.1) / ${WEIGHT})`)})`

export interface Sample {
  readonly time: number
  readonly value: number
}

/** The context of a bucket. Its bounds are clipped to the requested range. */
export interface Known {
  readonly from: number
  readonly to: number
  /** The last number before the bucket, within the requested range. */
  readonly previous: Sample | undefined
}

/** The last number of a non-empty run. */
export function lastOf([, , , time, value]: Run): Sample {
  return { time, value }
}

/** The aggregate of a run; null if a single sample is not enough, not finite on overflow. */
export function finishRun(aggregate: RunAggregate, run: Run, known: Known): number | null {
  if (run[0] === 0) return null
  return aggregate === 'twa' ? weighed(run, known) : grown(aggregate, run, known)
}

/** The growth since the sample before; for a rate, divided by the seconds in between. */
function grown(aggregate: 'delta' | 'rate', run: Run, { previous }: Known): number | null {
  const [count, firstTime, first, lastTime, , growth] = run
  if (count === 1 && !previous) return null
  const before = previous ? first - (first < previous.value ? 0 : previous.value) : 0
  const delta = (growth ?? Number.NaN) + before
  if (aggregate === 'delta') return delta
  const micros = lastTime - (previous?.time ?? firstTime)
  const rate = (delta * 1e6) / micros
  return Number.isFinite(rate) ? rate : delta / (micros / 1e6)
}

/** Each value counts until the next sample, the previous one from the start of the bucket, the last one to its end. */
function weighed(run: Run, { from, to, previous }: Known): number {
  const [, firstTime, , lastTime, last, , area] = run
  const before = previous ? previous.value * ((firstTime - from) / WEIGHT) : 0
  const behind = last * ((to - lastTime) / WEIGHT)
  const weights = (to - (previous ? from : firstTime)) / WEIGHT
  return (before + (area ?? Number.NaN) + behind) / weights
}

/** Combines things: sums growth, averages averages. Null if no thing has a value, or on overflow. */
export function combine(
  aggregate: RunAggregate,
  values: readonly (number | null)[],
): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const sum = known.reduce((total, value) => total + value, 0)
  return computed(aggregate === 'twa' ? sum / known.length : sum)
}
