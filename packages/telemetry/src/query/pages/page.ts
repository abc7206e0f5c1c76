import type { SampleValue } from '@sluice/contract'
import type { Cells, Table } from '../buckets/cells.ts'

/** Cells laid out by position. */
export interface Page {
  readonly positions: number[]
  /** The positions' times, in epoch microseconds, where they are known already. */
  readonly times?: Float64Array
  /** One array a column, in their order, as long as `positions`; null where a column has no cell. */
  readonly values: readonly (SampleValue | null)[][]
  /** The position that the next page begins with; undefined at the end. */
  readonly next: number | undefined
}

/** Lays out cells, which are sorted by position, up to `limit` positions. */
export function layOut(cells: Cells, columns: readonly string[], limit: number): Page {
  if (cells.table) return cutOff(cells.table, columns, limit)
  const positions: number[] = []
  const values = new Map<string, (SampleValue | null)[]>(columns.map((column) => [column, []]))
  let next: number | undefined
  for (let at = 0; at < cells.length; at += 1) {
    const position = cells.positions[at] ?? 0
    if (position !== positions.at(-1)) {
      if (positions.length === limit) {
        next = position
        break
      }
      positions.push(position)
      for (const list of values.values()) list.push(null)
    }
    const list = values.get(cells.columns[at] ?? '')
    if (list) list[positions.length - 1] = cells.values[at] ?? null
  }
  return { positions, values: [...values.values()], next }
}

function cutOff(table: Table, ids: readonly string[], limit: number): Page {
  const { positions, columns } = table
  const isWhole = positions.length <= limit
  return {
    positions: isWhole ? positions : positions.slice(0, limit),
    values: ids.map((id, i) => {
      const column = columns[i]?.id === id ? columns[i] : columns.find((one) => one.id === id)
      const values = column?.values ?? positions.map(() => null)
      return isWhole ? values : values.slice(0, limit)
    }),
    next: positions[limit],
  }
}

/** How many positions the cells, sorted by position, have. */
export function countPositions(cells: Cells): number {
  if (cells.table) return cells.table.positions.length
  const { positions } = cells
  return positions.reduce((sum, position, i) => sum + (position === positions[i - 1] ? 0 : 1), 0)
}
