import type { SampleValue, Series } from '@sluice/contract'
import { IsoTimes, isoOf, microsOfIso, Problem } from '@sluice/runtime'

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

/** A page of a series as one table, by column. */
export interface SeriesTable {
  readonly length: number
  /** The time of a row in epoch microseconds. */
  readonly microsAt: (row: number) => number
  /** The same as text. */
  readonly timeAt: (row: number) => string
  /** The owners of rows, in a page of several series. */
  readonly whose: Whose | undefined
  readonly columns: readonly (readonly [name: string, cells: Cells])[]
}

export interface Whose {
  readonly name: 'thingId' | 'group'
  /** Things, or groups, of which one may be null. */
  readonly owners: readonly (string | null)[]
  /** The index of each row's owner. */
  readonly of: Int32Array
}

/** Rows between two yields, and cells that are gathered. */
export const ROWS_PER_YIELD = 1024
const CELLS_PER_YIELD = 8192

/** Most cells of a table with owners; as numbers, they take 64 MiB. */
const MOST_CELLS = 8 * 1024 * 1024

/**
 * A row per timestamp and a column per metric. For series of several things or groups, there is a row for each that has
 * a value at the time. Yields now and then. Throws `invalid-request` if it would have too many cells: owners with
 * different metrics have one for each of all.
 */
export function* tableOfSeries(page: SeriesPage): Generator<void, SeriesTable> {
  const { timestamps: times = [], values, byThing, byGroup } = page
  if (byThing) return yield* tableOf(times, 'thingId', Object.entries(byThing))
  if (byGroup) {
    const groups = byGroup.map(({ group = null, values = {} }) => [group, values] as const)
    return yield* tableOf(times, 'group', groups)
  }
  const { length } = times
  return { length, ...readersOf(times), whose: undefined, columns: Object.entries(values ?? {}) }
}

/**
 * The names of a table's columns: times, owners if there are any, and `columns`. A metric with the name of one of the
 * first two becomes `metric:<name>`, which is no metric with an aggregate.
 */
export function headerOf({ whose, columns }: Pick<SeriesTable, 'whose' | 'columns'>): string[] {
  const own = ['timestamp', ...(whose ? [whose.name] : [])]
  return [...own, ...columns.map(([name]) => (own.includes(name) ? `metric:${name}` : name))]
}

type Times = readonly string[] | IsoTimes

function* tableOf(
  times: Times,
  name: Whose['name'],
  whole: readonly (readonly [owner: string | null, values: Values])[],
): Generator<void, SeriesTable> {
  // Of ten thousand things, one may have the metric.
  const all = whole.filter(([, values]) => Object.keys(values).length > 0)
  const names = [...new Set(all.flatMap(([, values]) => Object.keys(values)))]
  const columns = names.map((name) => {
    return {
      name,
      cells: [] as (SampleValue | null)[],
      byOwner: all.map(([, values]) => values[name]),
    }
  })
  const most = times.length * all.length
  const [places, of] = [new Int32Array(most), new Int32Array(most)]
  let length = 0
  let work = 0
  for (let at = 0; at < times.length; at += 1) {
    for (let owner = 0; owner < all.length; owner += 1) {
      work += columns.length
      if (work >= CELLS_PER_YIELD) {
        work = 0
        yield
      }
      if (columns.every(({ byOwner }) => (byOwner[owner]?.[at] ?? null) === null)) continue
      places[length] = at
      of[length] = owner
      length += 1
      if (length * columns.length > MOST_CELLS) throw tooManyCells()
      for (const { cells, byOwner } of columns) cells.push(byOwner[owner]?.[at] ?? null)
    }
  }
  return {
    length,
    ...readersOf(times, places),
    whose: { name, owners: all.map(([owner]) => owner), of: of.subarray(0, length) },
    columns: columns.map(({ name, cells }) => [name, cells]),
  }
}

function tooManyCells(): Problem {
  const most = MOST_CELLS.toLocaleString('en')
  const detail = `The table would have more than ${most} cells, of which most are empty. Use JSON or a smaller limit, with the same cursor, or fewer metrics from the start.`
  return new Problem('invalid-request', { detail })
}

/** Rows are at `places` among the times; without these, in the order of times. */
function readersOf(times: Times, places?: Int32Array): Pick<SeriesTable, 'microsAt' | 'timeAt'> {
  const placeOf = (row: number) => (places ? (places[row] ?? 0) : row)
  return times instanceof IsoTimes
    ? {
        microsAt: (row) => times.micros(placeOf(row)),
        timeAt: (row) => isoOf(times.micros(placeOf(row))),
      }
    : {
        microsAt: (row) => microsOfIso(times[placeOf(row)] ?? ''),
        timeAt: (row) => times[placeOf(row)] ?? '',
      }
}
