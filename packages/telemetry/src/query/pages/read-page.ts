import { TooManyRows } from '../../too-many-rows.ts'
import type { Axis } from '../axis/axis.ts'
import { concatenated, type Table } from '../buckets/table.ts'
import type { Range } from '../plan/range.ts'
import { layOut, type Page, type Paging, pagedRange } from './page.ts'
import { overCells, sizesOf } from './shorten.ts'
import { GROWTH, type Order, readSpans } from './spans.ts'

interface Wanted extends Paging {
  readonly columns: readonly string[]
}

/**
 * Reads along an axis until the page is full, the range is exhausted, or more would be too much for one query. The page
 * may have more bytes than wanted.
 */
export async function readPage(axis: Axis, wanted: Wanted): Promise<Page> {
  const { columns, order, limit } = wanted
  const tables: Table[] = []
  let positions = 0
  const { room = Number.POSITIVE_INFINITY } = wanted
  /** The bytes of all spans, and of the last one. */
  let [bytes, last] = [0, 0]
  let unread: Range | undefined

  async function read(span: Range): Promise<Table | undefined> {
    if (room - bytes < last) {
      // As much again does not fit.
      unread = span
      return undefined
    }
    try {
      return await axis.read(span, order)
    } catch (error) {
      if (positions === 0 || !(error instanceof TooManyRows)) throw error
      // What was found so far becomes a page.
      unread = span
      return undefined
    }
  }

  if (columns.length > 0) {
    const rest = pagedRange(axis.positions, wanted)
    const growth = () => (last > 0 ? Math.max(1, Math.min(GROWTH, (room - bytes) / last)) : GROWTH)
    for await (const found of readSpans(rest, { first: axis.firstSpan, order, growth }, read)) {
      if (found === undefined) break
      last = await overCells(found.positions.length * found.columns.length, bytesOf(found))
      bytes += last
      positions += found.positions.length
      tables.push(found)
      // One more than fits, to know where the next page begins.
      if (positions > limit) break
    }
  }
  const page = layOut(concatenated(tables), columns, limit)
  return { ...page, next: page.next ?? startOf(unread, order), bytes }
}

function* bytesOf({ positions, columns }: Table): Generator<void, number> {
  const sizes = yield* sizesOf(
    columns.map(({ values }) => values),
    positions.length,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function startOf(unread: Range | undefined, order: Order): number | undefined {
  return order === 'asc' ? unread?.from : unread && unread.to - 1
}
