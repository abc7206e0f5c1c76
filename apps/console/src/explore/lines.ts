import type { SampleValue } from '@sluice/contract'
import { asNumber } from '#series/points.ts'
import { silencesIn } from '#series/silences.ts'
import type { ExploredMetric } from './use-metrics.ts'

type Column = readonly (number | null)[]

/** One metric of a thing, or of a group of things, on a chart. Times are epoch seconds. */
export interface Line {
  readonly id: string
  readonly label: string
  /** The colour's token. */
  readonly color: string
  readonly times: readonly number[]
  readonly values: Column
  /** Lowest and highest of each bucket, where they are shown. */
  readonly band: { readonly low: Column; readonly high: Column } | undefined
  /** Silences between its points. */
  readonly gaps: readonly Gap[]
  /** Of the period before, moved into this one. */
  readonly isBefore?: boolean
}

/** Epoch seconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** The series of one thing or group in an answer. */
export interface Part {
  /** Of the thing or the group; empty for all things together, and for those in no group. */
  readonly id: string
  readonly values: Readonly<Record<string, readonly (SampleValue | null)[]>>
}

interface Answer {
  readonly values: Part['values'] | null
  readonly byThing: Readonly<Record<string, Part['values']>> | null
  readonly byGroup:
    | readonly { readonly group: string | null; readonly values: Part['values'] }[]
    | null
}

/** Whose series an answer has. */
export function partsOf({ values, byThing, byGroup }: Answer): Part[] {
  if (byThing) return Object.entries(byThing).map(([id, values]) => ({ id, values }))
  if (byGroup) return byGroup.map(({ group, values }) => ({ id: group ?? '', values }))
  return [{ id: '', values: values ?? {} }]
}

type Metric = Pick<ExploredMetric, 'key' | 'valueKind' | 'expectedIntervalSeconds'>

/** Takes a metric's line out of a part of an answer. A silence breaks it. */
export function lineOf(
  named: Pick<Line, 'id' | 'label' | 'color'> & { readonly hasBand: boolean },
  timestamps: readonly string[],
  values: Part['values'],
  { key, valueKind, expectedIntervalSeconds }: Metric,
): Line {
  const all = timestamps.map((time) => Date.parse(time) / 1000)
  const main = (values[`${key}:avg`] ?? values[key] ?? []).map(asNumber)
  const low = values[`${key}:min`]?.map(asNumber)
  const high = values[`${key}:max`]?.map(asNumber)
  // What only another metric or thing has is no point of this one.
  const own = all.flatMap((_, i) => (main[i] == null ? [] : [i]))
  const at = (column: Column) => own.map((i) => column[i] ?? null)
  const ownTimes = own.map((i) => all[i] ?? 0)
  const silent = silencesIn(ownTimes, valueKind === 'boolean', expectedIntervalSeconds)
  const column = (values: Column) => breakAt(at(values), silent, () => null)
  return {
    ...{ id: named.id, label: named.label, color: named.color },
    times: breakAt(ownTimes, silent, (time) => time + 0.001),
    values: column(main),
    band: named.hasBand && low && high ? { low: column(low), high: column(high) } : undefined,
    gaps: [...silent].map((i) => ({ from: ownTimes[i] ?? 0, to: ownTimes[i + 1] ?? 0 })),
  }
}

function breakAt<Value>(
  values: readonly Value[],
  silent: ReadonlySet<number>,
  between: (value: Value) => Value,
): Value[] {
  return values.flatMap((value, i) => (silent.has(i) ? [value, between(value)] : [value]))
}

/** A line of the period before, `by` seconds later. */
export function asBefore(line: Line, by: number): Line {
  return {
    ...{ ...line, id: `${line.id} before`, isBefore: true, band: undefined, gaps: [] },
    times: line.times.map((time) => time + by),
  }
}

/** The value at a time or the last one before it; undefined where the line has none. */
export function valueAt({ times, values }: Line, time: number): number | undefined {
  for (let i = times.length - 1; i >= 0; i -= 1) {
    if ((times[i] ?? 0) <= time) return values[i] ?? undefined
  }
  return undefined
}
