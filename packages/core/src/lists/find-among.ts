import { Problem } from '@sluice/runtime'
import { Takes } from './takes.ts'

/** Ids of one statement. Prisma compiles a list of ten thousand in one go, for 20 milliseconds and more. */
const MOST = 500
/** Ids of the first one: rows may have a hundred thousand bytes. */
const FIRST = 4

/** The `weightOf` the rows of a call, all of which it holds: some hundred megabytes. */
const WEIGHT_PER_CALL = 2_000_000

/**
 * Rows with any of these ids, however many and however large they are, by statements one after the other, each as large
 * as {@link Takes} allows for rows of this kind. Throws `invalid-request` if they are too large to be held together.
 */
export async function findAmong<Row>(
  kind: string,
  ids: ReadonlySet<string>,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const takes = new Takes(kind, FIRST)
  const rows: Row[] = []
  let weight = 0
  const all = [...ids]
  for (let from = 0; from < all.length; ) {
    const some = all.slice(from, from + Math.min(MOST, takes.next))
    const found = await find(some)
    weight += takes.note(found)
    if (weight > WEIGHT_PER_CALL) throw tooLarge()
    for (const row of found) rows.push(row)
    from += some.length
  }
  return rows
}

function tooLarge(): Problem {
  const detail = 'The records that this call needs are too large to be read together. Name fewer.'
  return new Problem('invalid-request', { detail })
}
