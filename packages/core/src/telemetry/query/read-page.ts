import type { Axis } from './axis.ts'
import { type Cell, countPositions, layOut, type Page } from './page.ts'
import { type Order, spans } from './spans.ts'

interface Wanted {
  readonly columns: readonly string[]
  readonly order: Order
  readonly limit: number
  /** The position to begin with; absent for the first page. */
  readonly start: number | undefined
}

/** Reads along an axis until a page is full or the range is read. */
export async function readPage(axis: Axis, wanted: Wanted): Promise<Page> {
  const { columns, order, limit, start } = wanted
  const rest = { ...axis.positions }
  if (start !== undefined && order === 'asc') rest.from = Math.max(rest.from, start)
  if (start !== undefined && order === 'desc') rest.to = Math.min(rest.to, start + 1)
  const cells: Cell[] = []
  let positions = 0
  if (columns.length > 0) {
    for (const span of spans(rest, axis.firstSpan, order)) {
      const found = await axis.read(span, order)
      positions += countPositions(found)
      for (const cell of found) cells.push(cell)
      // One more than fits, to know where the next page begins.
      if (positions > limit) break
    }
  }
  return layOut(cells, columns, limit)
}
