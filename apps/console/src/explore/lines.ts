import type { SampleValue } from '@sluice/contract'
import { memberOf } from '#data/member-of.ts'
import { asNumber } from '#series/points.ts'
import { silencesIn } from '#series/silences.ts'
import type { ExploredMetric } from './use-metrics.ts'

type Column = readonly (number | null)[]

/** One metric of a thing or a group on a chart. Times are in epoch seconds. */
export interface Line {
  readonly id: string
  readonly label: string
  /** A colour token. */
  readonly color: string
  readonly times: readonly number[]
  readonly values: Column
  /** Lowest and highest value of each bucket, if shown. */
  readonly band: { readonly low: Column; readonly high: Column } | undefined
  /** Gaps between its points. */
  readonly gaps: readonly Gap[]
  /** Belongs to the previous period and is shifted into this one. */
  readonly isBefore?: boolean
}

/** Epoch seconds. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** The series of one thing or group in an answer. */
export interface Part {
  /** Id of the thing or group; empty for all things together, and for things without a group. */
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

/** Splits an answer into the series of each thing or group. */
export function partsOf({ values, byThing, byGroup }: Answer): Part[] {
  if (byThing) return Object.entries(byThing).map(([id, values]) => ({ id, values }))
  if (byGroup) return byGroup.map(({ group, values }) => ({ id: group ?? '', values }))
  return [{ id: '', values: values ?? {} }]
}

type Metric = Pick<ExploredMetric, 'key' | 'valueKind' | 'expectedIntervalSeconds'>

interface Named extends Pick<Line, 'id' | 'label' | 'color'> {
  readonly hasBand: boolean
  /** Its points are drawn by themselves, so nothing is missing between them. */
  readonly isFiltered?: boolean
}

const NONE: ReadonlySet<number> = new Set()

/** Extracts one metric's line from a part of an answer. The line breaks at silences. */
export function lineOf(
  named: Named,
  timestamps: readonly string[],
  values: Part['values'],
  { key, valueKind, expectedIntervalSeconds }: Metric,
): Line {
  const all = timestamps.map((time) => Date.parse(time) / 1000)
  const main = (values[`${key}:avg`] ?? memberOf(values, key) ?? []).map(asNumber)
  const low = values[`${key}:min`]?.map(asNumber)
  const high = values[`${key}:max`]?.map(asNumber)
  // Skips times at which only other metrics or things have values.
  const own = all.flatMap((_, i) => (main[i] == null ? [] : [i]))
  const at = (column: Column) => own.map((i) => column[i] ?? null)
  const ownTimes = own.map((i) => all[i] ?? 0)
  const silent = named.isFiltered
    ? NONE
    : silencesIn(ownTimes, valueKind === 'boolean', expectedIntervalSeconds)
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

/** Shifts a line of the previous period by `by` seconds. */
export function asBefore(line: Line, by: number): Line {
  return {
    ...{ ...line, id: `${line.id} before`, isBefore: true, band: undefined, gaps: [] },
    times: line.times.map((time) => time + by),
  }
}
