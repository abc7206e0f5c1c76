import type { SampleValue, Series } from '@sluice/contract'

type Cells = readonly (SampleValue | null)[]
type Values = Readonly<Record<string, Cells>>

/** A page of a series, or what a projection has left of it. */
export interface SeriesPage {
  readonly timestamps?: readonly string[]
  readonly valueTypes?: Series['valueTypes']
  readonly values?: Values | null
  readonly byThing?: Readonly<Record<string, Values>> | null
}

/** A page of a series as one table, column by column. */
export interface SeriesTable {
  readonly timestamps: readonly string[]
  /** Whose a row is, in a page of several things' series. */
  readonly thingIds: readonly string[] | undefined
  readonly columns: readonly (readonly [name: string, cells: Cells])[]
}

/**
 * A row a timestamp and a column a metric. With the series of several things there is a row for each thing
 * that has a value at the time.
 */
export function tableOfSeries({ timestamps = [], values, byThing }: SeriesPage): SeriesTable {
  if (byThing) return tableByThing(timestamps, byThing)
  return { timestamps, thingIds: undefined, columns: Object.entries(values ?? {}) }
}

function tableByThing(
  timestamps: readonly string[],
  byThing: Readonly<Record<string, Values>>,
): SeriesTable {
  const names = [...new Set(Object.values(byThing).flatMap((values) => Object.keys(values)))]
  const things = Object.entries(byThing)
  const rows = timestamps.flatMap((_, at) =>
    things
      .filter(([, values]) => names.some((name) => (values[name]?.[at] ?? null) !== null))
      .map(([id, values]) => ({ at, id, values })),
  )
  return {
    timestamps: rows.map(({ at }) => timestamps[at] ?? ''),
    thingIds: rows.map(({ id }) => id),
    columns: names.map((name) => [name, rows.map(({ at, values }) => values[name]?.[at] ?? null)]),
  }
}
