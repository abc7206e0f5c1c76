import type { SampleValue } from '@sluice/contract'
import { csvOfLines } from '../csv.ts'

type Values = Readonly<Record<string, readonly (SampleValue | null)[]>>

/** A page of a series, or what a projection has left of it. */
export interface SeriesPage {
  readonly timestamps?: readonly string[]
  readonly values?: Values | null
  readonly byThing?: Readonly<Record<string, Values>> | null
}

/**
 * A page of a series as CSV: a line a timestamp and a column a metric. With series of several things, a line for each
 * thing that has a value at the time.
 */
export function csvOfSeries({ timestamps = [], values, byThing }: SeriesPage): string {
  if (byThing) return csvOfLines(linesByThing(timestamps, byThing))
  const columns = Object.entries(values ?? {})
  const lines = timestamps.map((time, i) => [time, ...columns.map(([, column]) => column[i])])
  return csvOfLines([['timestamp', ...columns.map(([name]) => name)], ...lines])
}

function linesByThing(
  timestamps: readonly string[],
  byThing: Readonly<Record<string, Values>>,
): unknown[][] {
  const names = [...new Set(Object.values(byThing).flatMap((values) => Object.keys(values)))]
  const things = Object.entries(byThing)
  const lines = timestamps.flatMap((time, i) =>
    things.flatMap(([id, values]) => {
      const cells = names.map((name) => values[name]?.[i] ?? null)
      return cells.every((cell) => cell === null) ? [] : [[time, id, ...cells]]
    }),
  )
  return [['timestamp', 'thingId', ...names], ...lines]
}
