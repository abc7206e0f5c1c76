import type { SampleValue } from '@sluice/contract'

/** A value read from the store: where on the time axis, of which column. */
export interface Cell {
  /** Epoch microseconds, or a bucket's number. */
  readonly position: number
  readonly column: string
  readonly value: SampleValue | null
}

/** Cells laid out by position. */
export interface Page {
  readonly positions: number[]
  /** One array a column, as long as `positions`; null where a column has no cell. */
  readonly values: Record<string, (SampleValue | null)[]>
  /** The position that the next page begins with; undefined at the end. */
  readonly next: number | undefined
}

/** Lays out cells, which are sorted by position, up to `limit` positions. */
export function layOut(cells: readonly Cell[], columns: readonly string[], limit: number): Page {
  const positions: number[] = []
  const values = new Map<string, (SampleValue | null)[]>(columns.map((column) => [column, []]))
  let next: number | undefined
  for (const { position, column, value } of cells) {
    if (position !== positions.at(-1)) {
      if (positions.length === limit) {
        next = position
        break
      }
      positions.push(position)
      for (const list of values.values()) list.push(null)
    }
    const list = values.get(column)
    if (list) list[positions.length - 1] = value
  }
  // A metric may be named __proto__, which only fromEntries takes for a name like any other.
  return { positions, values: Object.fromEntries(values), next }
}

/** How many positions the cells, sorted by position, have. */
export function countPositions(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell, i) => sum + (cell.position === cells[i - 1]?.position ? 0 : 1), 0)
}
