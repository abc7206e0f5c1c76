import type { SampleValue } from '@sluice/contract'
import { Pace } from '@sluice/runtime'
import { placeIn } from '../../cache/place-in.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'
import { spread, union } from './union.ts'

export type Values = (SampleValue | null)[]

/**
 * Values by position (a time in epoch microseconds, or a bucket's number) and column, in order of position. Columns
 * instead of objects: a page may have a million values, and whole columns are copied, cut and joined almost for free.
 * Tables may be shared, so they are never modified.
 */
export interface Table {
  readonly positions: readonly number[]
  /** Each has a value per position, or null. */
  readonly columns: readonly { readonly id: string; readonly values: Values }[]
}

export const emptyTable: Table = { positions: [], columns: [] }

/** Cells that are filled between two yields. */
export const CELLS_PER_YIELD = 4096

/** Builds a table from values that come in order of position. */
export class TableBuilder {
  readonly #positions: number[] = []
  readonly #columns = new Map<string, Values>()

  constructor(columns: readonly { readonly id: string }[]) {
    for (const { id } of columns) this.#columns.set(id, [])
  }

  /** The list to pass to {@link put} for a column. */
  column(id: string): Values {
    return this.#columns.get(id) ?? []
  }

  /** Puts a value at the last position or a later one. Returns how many cells were filled. */
  put(position: number, column: Values, value: SampleValue | null): number {
    const positions = this.#positions
    const before = column.length
    let at = positions.length - 1
    if (at < 0 || positions[at] !== position) at = positions.push(position) - 1
    while (column.length < at) column.push(null)
    column[at] = value
    return column.length - before
  }

  /** Yields now and then: if each column has few values, most of a million cells are still to be filled. */
  *table(): Generator<void, Table> {
    const { length } = this.#positions
    const pace = new Pace(CELLS_PER_YIELD)
    for (const column of this.#columns.values()) {
      const isOver = pace.isOver(length - column.length)
      while (column.length < length) column.push(null)
      if (isOver) yield
    }
    const columns = Array.from(this.#columns, ([id, values]) => ({ id, values }))
    return { positions: this.#positions, columns }
  }
}

/** Columns between two yields: each takes some microseconds on a page of ten thousand buckets. */
const COLUMNS_PER_YIELD = 8

/** Concatenates tables. The result has all columns that occur: a table that found nothing may lack some. */
export function concatenated(tables: readonly Table[]): Table {
  const [first = emptyTable, ...others] = tables.filter(({ positions }) => positions.length > 0)
  if (others.length === 0) return first
  const ids = new Set([first, ...others].flatMap(({ columns }) => columns.map(({ id }) => id)))
  return {
    positions: first.positions.concat(...others.map(({ positions }) => positions)),
    columns: Array.from(ids, (id, i) => {
      const rest = others.map((other) => valuesOf(other, id, i))
      return { id, values: valuesOf(first, id, i).concat(...rest) }
    }),
  }
}

/** The values of a column, which is usually at index `i`. */
export function valuesOf({ positions, columns }: Table, id: string, i: number): Values {
  const column = columns[i]?.id === id ? columns[i] : columns.find((one) => one.id === id)
  return column?.values ?? positions.map(() => null)
}

/** Joins two tables with different columns at the union of their positions; yields between columns. */
export function* besideEachOther(one: Table, other: Table, order: Order): Generator<void, Table> {
  if (one.positions.length === 0) return other
  if (other.positions.length === 0) return one
  const isSame =
    one.positions.length === other.positions.length &&
    one.positions.every((position, at) => position === other.positions[at])
  if (isSame) return { ...one, columns: [...one.columns, ...other.columns] }
  yield
  const positions = yield* union([one.positions, other.positions], order)
  const columns: Table['columns'][number][] = []
  for (const table of [one, other]) {
    for (const { id, values } of table.columns) {
      yield
      columns.push({ id, values: spread(table.positions, values, positions) })
    }
  }
  return { positions, columns }
}

/** How many positions of an ascending table are in a range. */
export function countIn({ positions }: Table, { from, to }: Range): number {
  return placeIn(positions, to) - placeIn(positions, from)
}

/** Copies a range of an ascending table. */
export function* within(
  { positions, columns }: Table,
  { from, to }: Range,
): Generator<void, Table> {
  const [first, end] = [placeIn(positions, from), placeIn(positions, to)]
  const copied: Table['columns'][number][] = []
  for (const { id, values } of columns) {
    if (copied.length % COLUMNS_PER_YIELD === COLUMNS_PER_YIELD - 1) yield
    copied.push({ id, values: values.slice(first, end) })
  }
  return { positions: positions.slice(first, end), columns: copied }
}

/** A copy in reverse order. */
export function reversed({ positions, columns }: Table): Table {
  return {
    positions: positions.toReversed(),
    columns: columns.map(({ id, values }) => ({ id, values: values.toReversed() })),
  }
}
