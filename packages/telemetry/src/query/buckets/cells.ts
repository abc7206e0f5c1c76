import type { SampleValue } from '@sluice/contract'
import { placeIn } from '../../cache/place-in.ts'
import type { Order } from '../pages/spans.ts'
import type { Range } from '../plan/range.ts'

interface Lists {
  /** Epoch microseconds, or buckets' numbers. */
  readonly positions: number[]
  /** Ids of columns. */
  readonly columns: string[]
  readonly values: (SampleValue | null)[]
}

/** Values by position and column. */
export interface Table {
  readonly positions: number[]
  /** Of each column as many values as there are positions, null where it has none. */
  readonly columns: readonly { readonly id: string; readonly values: (SampleValue | null)[] }[]
}

/**
 * Values read from the store: where on the time axis, of which column. Side by side and not as objects, since a page may have a
 * hundred thousand.
 */
export class Cells implements Lists {
  #lists: Lists | undefined
  #table: Table | undefined

  constructor(lists: Lists = { positions: [], columns: [], values: [] }) {
    this.#lists = lists
  }

  /** The cells of a table, which has none where all columns have no value. */
  static of(table: Table): Cells {
    const cells = new Cells()
    cells.#lists = undefined
    cells.#table = table
    return cells
  }

  /** All of them as a table, where they were computed as one. */
  get table(): Table | undefined {
    return this.#table
  }

  get positions(): Lists['positions'] {
    return this.#listed.positions
  }

  get columns(): Lists['columns'] {
    return this.#listed.columns
  }

  get values(): Lists['values'] {
    return this.#listed.values
  }

  /** From now on they are lists, since these may be changed. */
  get #listed(): Lists {
    if (this.#lists) return this.#lists
    const lists: Lists = { positions: [], columns: [], values: [] }
    const { positions, columns } = this.#table ?? { positions: [], columns: [] }
    for (const [at, position] of positions.entries()) {
      for (const { id, values } of columns) {
        lists.positions.push(position)
        lists.columns.push(id)
        lists.values.push(values[at] ?? null)
      }
    }
    this.#lists = lists
    this.#table = undefined
    return lists
  }

  get length(): number {
    const table = this.#table
    return table ? table.positions.length * table.columns.length : this.positions.length
  }

  push(position: number, column: string, value: SampleValue | null): void {
    this.positions.push(position)
    this.columns.push(column)
    this.values.push(value)
  }

  /** Adds one of another's. */
  pushOf({ positions, columns, values }: Lists, at: number): void {
    this.push(positions[at] ?? 0, columns[at] ?? '', values[at] ?? null)
  }

  pushAll(others: Cells): void {
    for (let at = 0; at < others.length; at += 1) this.pushOf(others, at)
  }

  /** Adds others, these and those being in the order of positions; of one position these stay first. */
  merge(others: Cells, order: Order): void {
    const sign = order === 'asc' ? 1 : -1
    const isBefore = (a = 0, b = 0) => sign * (a - b) < 0
    const [begin] = others.positions
    if (begin === undefined) return
    // Most often they come behind all of these, or nearly.
    const rest = this.#cut(
      this.positions.findLastIndex((position) => !isBefore(begin, position)) + 1,
    )
    let next = 0
    for (const [at, position] of rest.positions.entries()) {
      for (; next < others.length && isBefore(others.positions[next], position); next += 1) {
        this.pushOf(others, next)
      }
      this.pushOf(rest, at)
    }
    for (; next < others.length; next += 1) this.pushOf(others, next)
  }

  /** How many are of some positions, these being in ascending order. */
  countIn({ from, to }: Range): number {
    return placeIn(this.positions, to) - placeIn(this.positions, from)
  }

  /** A copy of those of some positions, these being in ascending order. */
  within({ from, to }: Range): Cells {
    const [first, end] = [placeIn(this.positions, from), placeIn(this.positions, to)]
    return new Cells({
      positions: this.positions.slice(first, end),
      columns: this.columns.slice(first, end),
      values: this.values.slice(first, end),
    })
  }

  reversed(): Cells {
    const table = this.#table
    if (table) {
      const columns = table.columns.map(({ id, values }) => ({ id, values: values.toReversed() }))
      return Cells.of({ positions: table.positions.toReversed(), columns })
    }
    return new Cells({
      positions: this.positions.toReversed(),
      columns: this.columns.toReversed(),
      values: this.values.toReversed(),
    })
  }

  /** Takes away what is from `at` on. */
  #cut(at: number): Lists {
    return {
      positions: this.positions.splice(at),
      columns: this.columns.splice(at),
      values: this.values.splice(at),
    }
  }

  /** The same in the order of positions. */
  sorted(order: Order): Cells {
    const { positions } = this
    const sign = order === 'asc' ? 1 : -1
    const places = positions.map((_, at) => at)
    places.sort((a, b) => sign * ((positions[a] ?? 0) - (positions[b] ?? 0)))
    const cells = new Cells()
    for (const at of places) cells.pushOf(this, at)
    return cells
  }
}
