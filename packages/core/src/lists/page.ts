import { decodeCursor, encodeCursor } from './cursor.ts'

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * One page of a list in the order of ids: asks for one row more than the page holds, so that the last page
 * is known without another query.
 */
export async function pageById<Row extends { id: string }, Item>(
  query: ListQuery,
  fetch: (page: { after: { id?: { gt: string } }; take: number }) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const [last] = query.cursor === undefined ? [] : decodeCursor(query, query.cursor)
  const after = last === undefined ? {} : { id: { gt: last } }
  const rows = await fetch({ after, take: query.limit + 1 })
  const items = rows.slice(0, query.limit)
  const end = items.at(-1)
  const more = rows.length > query.limit && end !== undefined
  return {
    items: items.map(present),
    nextCursor: more ? encodeCursor(query, [end.id]) : null,
  }
}
