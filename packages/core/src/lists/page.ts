import { decodeCursor, encodeCursor } from '@sluice/runtime'
import {
  type After,
  type AnySort,
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

interface CountedQuery {
  readonly count?: 'true' | 'false' | undefined
}

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** A page, with the number of items on all pages where the query asks for it. */
export async function withTotal<Item>(
  { count }: CountedQuery,
  page: Promise<Page<Item>>,
  countAll: () => Promise<number>,
): Promise<Page<Item> & { total?: number }> {
  if (count !== 'true') return page
  const [items, total] = await Promise.all([page, countAll()])
  return { ...items, total }
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

/**
 * One page of a list in the order that the query asks for.
 *
 * @param fetch reads the rows after a position: undefined, or as `positionOf` tells it
 */
export async function pageInOrder<Sort extends AnySort, Row extends OrderedBy<Sort>, Item>(
  query: ListQuery & { readonly sort: Sort },
  fetch: (
    page: { after: After<Sort>; orderBy: OrderBy<Sort>[]; take: number },
    position: readonly string[] | undefined,
  ) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<Page<Item>> {
  const { sort, cursor } = query
  const start = cursor === undefined ? undefined : decodeCursor(query, cursor)
  const rows = await inParts<Row>(query, (last, take) => {
    const position = last ? positionOf(last, sort) : start
    const after = position ? afterPosition(sort, position) : ({} as After<Sort>)
    return fetch({ after, orderBy: orderOf(sort), take }, position)
  })
  return pageOf(query, rows, present, (row) => positionOf(row, sort))
}

/** Rows of the first read of a page. However large each is, they take some milliseconds. */
const FIRST_READ = 40
/** Most rows of a read. */
const MOST_ROWS = 256
/** {@link weightOf} what is read at once: seven milliseconds of parsing. */
const WEIGHT_A_READ = 16_384
/** {@link weightOf} a page, of which every item is held until it is sent: some twenty megabytes. */
const WEIGHT_A_PAGE = 400_000

/** What was read for a page, and whether more follows. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly more: boolean
}

/**
 * Reads the rows of a page part by part, each after the last row of the one before. Rows differ from a hundred bytes to a
 * hundred thousand, so each read is as large as the one before it suggests, and a page of large rows ends early.
 */
export async function inParts<Row>(
  { limit }: Pick<ListQuery, 'limit'>,
  fetch: (last: Row | undefined, take: number) => Promise<Row[]>,
): Promise<Rows<Row>> {
  const rows: Row[] = []
  let pageWeight = 0
  for (let next = FIRST_READ; ; ) {
    const take = Math.min(next, limit + 1 - rows.length)
    const part = await fetch(rows.at(-1), take)
    rows.push(...part)
    if (part.length < take || rows.length > limit) return cut(limit, rows)
    const weight = weightOf(part)
    pageWeight += weight
    if (pageWeight >= WEIGHT_A_PAGE) return { rows, more: true }
    next = Math.max(1, Math.min(Math.floor((take * WEIGHT_A_READ) / weight), 2 * take, MOST_ROWS))
  }
}

/**
 * The rows of a page of those that were read: one more than it holds, where there are so many, so that the last page is
 * known without another query.
 */
export function cut<Row>(limit: number, rows: readonly Row[]): Rows<Row> {
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/**
 * A page of the rows that were read for it.
 *
 * @param position where a row stands in the list's order, for the cursor
 */
export function pageOf<Row, Item>(
  query: ListQuery,
  { rows, more }: Rows<Row>,
  present: (row: Row) => Item,
  position: (row: Row) => string[],
): Page<Item> {
  const end = rows.at(-1)
  return {
    items: rows.map(present),
    nextCursor: more && end !== undefined ? encodeCursor(query, position(end)) : null,
  }
}
