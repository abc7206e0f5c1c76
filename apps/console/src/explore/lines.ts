import type { Series } from '@sluice/contract'
import { asNumber } from '#series/points.ts'
import { silencesIn } from '#series/silences.ts'
import type { DrawnMetric } from './use-measuring.ts'

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

type Metric = Pick<DrawnMetric, 'key' | 'isBoolean' | 'expectedIntervalSeconds'>

/** Takes a metric's line out of an answer. A silence breaks it. */
export function lineOf(
  thing: { readonly id: string; readonly label: string },
  { timestamps, values }: Series,
  { key, isBoolean, expectedIntervalSeconds }: Metric,
): Line {
  const all = timestamps.map((time) => Date.parse(time) / 1000)
  const main = (values[`${key}:avg`] ?? values[key] ?? []).map(asNumber)
  const low = values[`${key}:min`]?.map(asNumber)
  const high = values[`${key}:max`]?.map(asNumber)
  // What only another metric has is no point of this one.
  const own = all.flatMap((_, i) => (main[i] === null ? [] : [i]))
  const at = (column: Column) => own.map((i) => column[i] ?? null)
  const ownTimes = own.map((i) => all[i] ?? 0)
  const gaps = silencesIn(ownTimes, isBoolean, expectedIntervalSeconds)
  const times = breakAt(ownTimes, gaps, (time) => time + 0.001)
  const column = (values: Column) => breakAt(at(values), gaps, () => null)
  return {
    ...{ thingId: thing.id, label: thing.label, times, values: column(main) },
    band: low && high && { low: column(low), high: column(high) },
  }
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
