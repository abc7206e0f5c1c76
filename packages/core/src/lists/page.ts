import type { ListSort } from '@sluice/contract'
import { decodeCursor, encodeCursor } from '@sluice/runtime'
import {
  type After,
  afterPosition,
  type OrderBy,
  type OrderedBy,
  orderOf,
  positionOf,
} from './order.ts'
import { weightOf } from './weight.ts'

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** One page of a list in the order of ids. */
export async function pageById<Row extends { id: string }, Item>(
  query: ListQuery,
  fetch: (page: { after: { id?: { gt: string } }; take: number }) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const [last] = query.cursor === undefined ? [] : decodeCursor(query, query.cursor)
  const after = last === undefined ? {} : { id: { gt: last } }
  const rows = await inParts<Row>(query, (last, take) =>
    fetch({ after: last ? { id: { gt: last.id } } : after, take }),
  )
  return pageOf(query, rows, present, ({ id }) => [id])
}

/** One page of a list in the order that the query asks for. */
export async function pageInOrder<Sort extends ListSort, Row extends OrderedBy<Sort>, Item>(
  query: ListQuery & { readonly sort: Sort },
  fetch: (page: { after: After; orderBy: OrderBy[]; take: number }) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const { sort, cursor } = query
  const after = cursor === undefined ? {} : afterPosition(sort, decodeCursor(query, cursor))
  const rows = await inParts<Row>(query, (last, take) =>
    fetch({
      after: last ? afterPosition(sort, positionOf(last, sort)) : after,
      ...{ orderBy: orderOf(sort), take },
    }),
  )
  return pageOf(query, rows, present, (row) => positionOf(row, sort))
}

/** Rows of the first read of a page. However large each is, they take some milliseconds. */
const FIRST_READ = 40
/** Most rows of a read. */
const MOST_ROWS = 256
/** {@link weightOf} what is read at once: seven milliseconds of parsing. */
const WEIGHT_A_READ = 16_384

/**
 * The rows of a page and one more, where there are so many: part by part, each after the last row of the one before.
 * Rows differ from a hundred bytes to a hundred thousand, so each read is as large as the one before it suggests.
 */
export async function inParts<Row>(
  { limit }: Pick<ListQuery, 'limit'>,
  fetch: (last: Row | undefined, take: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let next = FIRST_READ; ; ) {
    const take = Math.min(next, limit + 1 - rows.length)
    const part = await fetch(rows.at(-1), take)
    rows.push(...part)
    if (part.length < take || rows.length > limit) return rows
    const fit = Math.floor((take * WEIGHT_A_READ) / weightOf(part))
    next = Math.max(1, Math.min(fit, 2 * take, MOST_ROWS))
  }
}

/**
 * Cuts `rows` to a page. Lists fetch one row more than a page holds, so that the last page is known without
 * another query.
 *
 * @param position where a row stands in the list's order, for the cursor
 */
export function pageOf<Row, Item>(
  query: ListQuery,
  rows: readonly Row[],
  present: (row: Row) => Item,
  position: (row: Row) => string[],
): Page<Item> {
  const items = rows.slice(0, query.limit)
  const end = items.at(-1)
  const more = rows.length > query.limit && end !== undefined
  return {
    items: items.map(present),
    nextCursor: more ? encodeCursor(query, position(end)) : null,
  }
}
