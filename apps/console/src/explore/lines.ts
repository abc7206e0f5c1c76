import type { Series } from '@sluice/contract'
import { asNumber } from '#series/points.ts'

/** One thing's metric on a chart. Times are epoch seconds. */
export interface Line {
  readonly thingId: string
  readonly label: string
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
  /** Lowest and highest of each bucket, where they are shown. */
  readonly band:
    | { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] }
    | undefined
}

type Column = readonly (number | null)[]

/** A gap is a silence of so many expected intervals. */
const GAP = 3

/**
 * Takes a metric's line out of an answer.
 *
 * @param expectedSeconds between samples; a silence of several of them breaks the line
 */
export function lineOf(
  thing: { readonly id: string; readonly label: string },
  { timestamps, values }: Series,
  metric: string,
  expectedSeconds: number | null,
): Line {
  const all = timestamps.map((time) => Date.parse(time) / 1000)
  const main = (values[`${metric}:avg`] ?? values[metric] ?? []).map(asNumber)
  const low = values[`${metric}:min`]?.map(asNumber)
  const high = values[`${metric}:max`]?.map(asNumber)
  // What only another metric has is no point of this one.
  const own = all.flatMap((_, i) => (main[i] === null ? [] : [i]))
  const at = (column: Column) => own.map((i) => column[i] ?? null)
  const gaps = gapsAfter(
    own.map((i) => all[i] ?? 0),
    expectedSeconds,
  )
  const times = breakAt(
    own.map((i) => all[i] ?? 0),
    gaps,
    (time) => time + 0.001,
  )
  const column = (values: Column) => breakAt(at(values), gaps, () => null)
  return {
    ...{ thingId: thing.id, label: thing.label, times, values: column(main) },
    band: low && high && { low: column(low), high: column(high) },
  }
}

/** After which points a silence begins that is long for what is expected and for the points' own distance. */
function gapsAfter(times: readonly number[], expectedSeconds: number | null): Set<number> {
  if (expectedSeconds === null) return new Set()
  const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
  const usual = Math.min(...steps)
  const longest = Math.max(GAP * expectedSeconds, 1.5 * usual)
  return new Set(steps.flatMap((step, i) => (step > longest ? [i] : [])))
}

function breakAt<Value>(
  values: readonly Value[],
  gaps: ReadonlySet<number>,
  between: (value: Value) => Value,
): Value[] {
  return values.flatMap((value, i) => (gaps.has(i) ? [value, between(value)] : [value]))
}

/** The value at a time or the last one before it; undefined where the line has none. */
export function valueAt({ times, values }: Line, time: number): number | undefined {
  for (let i = times.length - 1; i >= 0; i -= 1) {
    if ((times[i] ?? 0) <= time) return values[i] ?? undefined
  }
  return undefined
}
