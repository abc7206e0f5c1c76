import { nextTake } from './next-take.ts'
import { weightOf } from './weight.ts'

/** Ids of one statement. Prisma compiles a list of ten thousand in one go, for 20 milliseconds and more. */
const MOST = 500
/** Ids of the first one: rows may have a hundred thousand bytes. */
const FIRST = 4

/**
 * Rows with any of these ids, however many and however large they are, by statements one after the other: the size of
 * each follows from the rows of the one before.
 */
export async function findAmong<Row>(
  ids: ReadonlySet<string>,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  const all = [...ids]
  for (let from = 0, take = FIRST; from < all.length; ) {
    const found = await find(all.slice(from, from + take))
    for (const row of found) rows.push(row)
    from += take
    take = Math.min(MOST, nextTake(take, weightOf(found)))
  }
  return rows
}
