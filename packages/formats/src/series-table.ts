import type { SampleValue, Series } from '@sluice/contract'
import { IsoTimes } from '@sluice/runtime'

type Cells = readonly (SampleValue | null)[]
type Values = Readonly<Record<string, Cells>>

/** A page of a series, or what a projection has left of it. */
export interface SeriesPage {
  readonly timestamps?: readonly string[] | IsoTimes
  readonly valueTypes?: Series['valueTypes']
  readonly values?: Values | null
  readonly byThing?: Readonly<Record<string, Values>> | null
  readonly byGroup?: readonly { readonly group?: string | null; readonly values?: Values }[] | null
}

/** A page of a series as one table, column by column. */
export interface SeriesTable {
  readonly timestamps: readonly string[]
  /** Whose a row is, in a page of several series: of a thing, or of a group, which may be null. */
  readonly whose: { readonly name: 'thingId' | 'group'; readonly cells: Cells } | undefined
  readonly columns: readonly (readonly [name: string, cells: Cells])[]
}

/**
 * A row a timestamp and a column a metric. With the series of several things, or groups of them, there is a row for
 * each that has a value at the time.
 */
export function tableOfSeries(page: SeriesPage): SeriesTable {
  const { timestamps: times = [], values, byThing, byGroup } = page
  const timestamps = times instanceof IsoTimes ? times.texts() : times
  if (byThing) return tableOf(timestamps, 'thingId', Object.entries(byThing))
  if (byGroup) {
    const groups = byGroup.map(({ group = null, values = {} }) => [group, values] as const)
    return tableOf(timestamps, 'group', groups)
  }
  return { timestamps, whose: undefined, columns: Object.entries(values ?? {}) }
}

function tableOf(
  timestamps: readonly string[],
  name: 'thingId' | 'group',
  owners: readonly (readonly [owner: string | null, values: Values])[],
): SeriesTable {
  const names = [...new Set(owners.flatMap(([, values]) => Object.keys(values)))]
  const rows = timestamps.flatMap((_, at) =>
    owners
      .filter(([, values]) => names.some((name) => (values[name]?.[at] ?? null) !== null))
      .map(([id, values]) => ({ at, id, values })),
  )
  return {
    timestamps: rows.map(({ at }) => timestamps[at] ?? ''),
    whose: { name, cells: rows.map(({ id }) => id) },
    columns: names.map((name) => [name, rows.map(({ at, values }) => values[name]?.[at] ?? null)]),
  }
}
