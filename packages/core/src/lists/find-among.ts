import { Problem } from '@sluice/runtime'
import { Takes } from './takes.ts'
import { heapBytes } from './weight.ts'

/** Ids of one statement. Prisma compiles a list of ten thousand in one go, for 20 milliseconds and more. */
const MOST = 500
/** Ids of the first one: rows may have a hundred thousand bytes. */
const FIRST = 4

/** Bytes of the rows of a call, all of which it holds. Eight calls of an organization may be under way. */
const BYTES_PER_CALL = 128 * 1024 * 1024

interface FindOptions {
  /** What to do if the rows are too large to be held together: by default the call is refused, else the first ones are enough. */
  readonly partly?: boolean
}

/**
 * Rows with any of these ids, however many and however large they are, by statements one after the other, each as large
 * as {@link Takes} allows for rows of this kind. Throws `invalid-request` if they are too large to be held together.
 */
export async function findAmong<Row>(
  kind: string,
  ids: ReadonlySet<string>,
  find: (ids: string[]) => Promise<Row[]>,
  { partly = false }: FindOptions = {},
): Promise<Row[]> {
  const takes = new Takes(kind, FIRST)
  const rows: Row[] = []
  let bytes = 0
  const all = [...ids]
  for (let from = 0; from < all.length; ) {
    const some = all.slice(from, from + Math.min(MOST, takes.next))
    const found = await find(some)
    takes.note(found)
    bytes += heapBytes(found)
    for (const row of found) rows.push(row)
    from += some.length
    if (bytes <= BYTES_PER_CALL) continue
    if (!partly) throw tooLarge()
    break
  }
  return rows
}

function tooLarge(): Problem {
  const detail = 'The records that this call needs are too large to be read together. Name fewer.'
  return new Problem('invalid-request', { detail })
}
