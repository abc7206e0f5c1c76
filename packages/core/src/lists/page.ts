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
import { Takes } from './takes.ts'

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

/** A page, with the total number of items if the query asks for it. */
export async function withTotal<Item>(
  { count }: CountedQuery,
  page: Promise<Page<Item>>,
  countAll: () => Promise<number>,
): Promise<Page<Item> & { total?: number }> {
  if (count !== 'true') return page
  const [items, total] = await Promise.all([page, countAll()])
  return { ...items, total }
}

/** A page of a list ordered by id. */
export async function pageById<Row extends { id: string }, Item>(
  query: ListQuery,
  fetch: (page: { after: { id?: { gt: string } }; take: number }) => Promise<Row[]>,
  present: (row: Row) => Item,
  rowsOf: RowKind,
): Promise<Page<Item>> {
  const [last] = query.cursor === undefined ? [] : decodeCursor(query, query.cursor)
  const after = last === undefined ? {} : { id: { gt: last } }
  const part = (last: Row | undefined, take: number) =>
    fetch({ after: last ? { id: { gt: last.id } } : after, take })
  const rows = await inParts<Row>(query, part, rowsOf)
  return pageOf(query, rows, present, ({ id }) => [id])
}

/**
 * A page of a list in the requested order.
 *
 * @param fetch reads the rows after a position, which is undefined or comes from `positionOf`
 */
export async function pageInOrder<Sort extends AnySort, Row extends OrderedBy<Sort>, Item>(
  query: ListQuery & { readonly sort: Sort },
  fetch: (
    page: { after: After<Sort>; orderBy: OrderBy<Sort>[]; take: number },
    position: readonly string[] | undefined,
  ) => Promise<Row[]>,
  present: (row: Row) => Item,
  rowsOf: RowKind,
): Promise<Page<Item>> {
  const { sort, cursor } = query
  const start = cursor === undefined ? undefined : decodeCursor(query, cursor)
  const part = (last: Row | undefined, take: number) => {
    const position = last ? positionOf(last, sort) : start
    const after = position ? afterPosition(sort, position) : ({} as After<Sort>)
    return fetch({ after, orderBy: orderOf(sort), take }, position)
  }
  const rows = await inParts<Row>(query, part, rowsOf)
  return pageOf(query, rows, present, (row) => positionOf(row, sort))
}

/** The rows of a list, whose sizes are remembered together. */
export interface RowKind {
  readonly kind: string
  /** Rows of a page's first read. Default: {@link FIRST_READ}. */
  readonly first?: number
}

/** Rows of a page's first read: a few milliseconds for all that have a few kilobytes at most. */
const FIRST_READ = 40
/** The same for rows of up to hundreds of kilobytes: thing types, templates. */
export const FIRST_LARGE = 2
/** The most rows of a read. */
const MAX_ROWS = 256
/** The `weightOf` a page, which is in memory as a whole until it is sent: some twenty megabytes. */
const WEIGHT_PER_PAGE = 400_000

/** The rows of a page, and whether more follow. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly more: boolean
}

/**
 * Reads the rows of a page in parts, each after the last row of the one before, and as large as {@link Takes} allows. A
 * page of large rows ends early. A row that moves back in the order between two parts is in the page once, where it was
 * read last.
 */
export async function inParts<Row extends { id: unknown }>(
  { limit }: Pick<ListQuery, 'limit'>,
  fetch: (last: Row | undefined, take: number) => Promise<Row[]>,
  { kind, first = FIRST_READ }: RowKind,
): Promise<Rows<Row>> {
  const takes = new Takes(kind, first)
  let rows: Row[] = []
  let pageWeight = 0
  for (;;) {
    const take = Math.min(takes.next, MAX_ROWS, limit + 1 - rows.length)
    const part = await fetch(rows.at(-1), take)
    const ids = new Set(part.map(({ id }) => id))
    rows = [...rows.filter(({ id }) => !ids.has(id)), ...part]
    pageWeight += takes.note(part)
    if (part.length < take || rows.length > limit) return cut(limit, rows)
    if (pageWeight >= WEIGHT_PER_PAGE) return { rows, more: true }
  }
}

/**
 * Cuts rows to a page. One more row than fits was read, if there is one, so that the last page is known without another
 * query.
 */
export function cut<Row>(limit: number, rows: readonly Row[]): Rows<Row> {
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/**
 * Builds a page from its rows.
 *
 * @param position a row's position in the list's order, for the cursor
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
