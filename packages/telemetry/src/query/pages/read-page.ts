import { TooManyRows } from '../../too-many-rows.ts'
import type { Axis } from '../axis/axis.ts'
import { concatenated, type Table } from '../buckets/table.ts'
import type { Range } from '../plan/range.ts'
import { layOut, type Page } from './page.ts'
import { type Order, readSpans } from './spans.ts'

interface Wanted {
  readonly columns: readonly string[]
  readonly order: Order
  readonly limit: number
  /** The position to start from; absent for the first page. */
  readonly start: number | undefined
}

/** Reads along an axis until the page is full, the range is exhausted, or more would be too much for one query. */
export async function readPage(axis: Axis, wanted: Wanted): Promise<Page> {
  const { columns, order, limit, start } = wanted
  const rest = { ...axis.positions }
  if (start !== undefined && order === 'asc') rest.from = Math.max(rest.from, start)
  if (start !== undefined && order === 'desc') rest.to = Math.min(rest.to, start + 1)
  const tables: Table[] = []
  let positions = 0
  let unread: Range | undefined

  async function read(span: Range): Promise<Table | undefined> {
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
    for await (const found of readSpans(rest, { first: axis.firstSpan, order }, read)) {
      if (found === undefined) break
      positions += found.positions.length
      tables.push(found)
      // One more than fits, to know where the next page begins.
      if (positions > limit) break
    }
  }
  const page = layOut(concatenated(tables), columns, limit)
  return { ...page, next: page.next ?? startOf(unread, order) }
}

function startOf(unread: Range | undefined, order: Order): number | undefined {
  return order === 'asc' ? unread?.from : unread && unread.to - 1
}
