import type { SampleValue } from '@sluice/contract'
import type { Order } from './spans.ts'

/**
 * Values read from the store: where on the time axis, of which column. Side by side and not as objects, since a page may have a
 * hundred thousand.
 */
export class Cells {
  /** Epoch microseconds, or buckets' numbers. */
  readonly positions: number[] = []
  /** Ids of columns. */
  readonly columns: string[] = []
  readonly values: (SampleValue | null)[] = []

  get length(): number {
    return this.positions.length
  }

  push(position: number, column: string, value: SampleValue | null): void {
    this.positions.push(position)
    this.columns.push(column)
    this.values.push(value)
  }

  /** Adds one of another's. */
  pushOf({ positions, columns, values }: Cells, at: number): void {
    this.push(positions[at] ?? 0, columns[at] ?? '', values[at] ?? null)
  }

  pushAll(others: Cells): void {
    for (let at = 0; at < others.length; at += 1) this.pushOf(others, at)
  }

  /** These and others, both in the order of positions; of one position these come first. */
  mergedWith(others: Cells, order: Order): Cells {
    if (others.length === 0) return this
    const sign = order === 'asc' ? 1 : -1
    const cells = new Cells()
    let next = 0
    for (const [at, position] of this.positions.entries()) {
      while (next < others.length && sign * ((others.positions[next] ?? 0) - position) < 0) {
        cells.pushOf(others, next)
        next += 1
      }
      cells.pushOf(this, at)
    }
    for (; next < others.length; next += 1) cells.pushOf(others, next)
    return cells
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
