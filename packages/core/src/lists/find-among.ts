import { Takes } from './takes.ts'

/** Ids of one statement. Prisma compiles a list of ten thousand in one go, for 20 milliseconds and more. */
const MOST = 500
/** Ids of the first one: rows may have a hundred thousand bytes. */
const FIRST = 4

/**
 * Rows with any of these ids, however many and however large they are, by statements one after the other, each as large
 * as {@link Takes} allows for rows of this kind.
 */
export async function findAmong<Row>(
  kind: string,
  ids: ReadonlySet<string>,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const takes = new Takes(kind, FIRST)
  const rows: Row[] = []
  const all = [...ids]
  for (let from = 0; from < all.length; ) {
    const some = all.slice(from, from + Math.min(MOST, takes.next))
    const found = await find(some)
    takes.note(found)
    for (const row of found) rows.push(row)
    from += some.length
  }
  return rows
}
