/** Ids passed to one statement, more than twice the largest page. Prisma compiles so many in a few milliseconds. */
const MAX_IDS = 2500

interface Asked {
  readonly id: { readonly in: string[] }
}

/**
 * The first rows with any of these ids, however many there are: finds the first of each batch of ids, then the first of
 * these.
 *
 * @param first finds the first rows for ids that fit into a statement
 */
export async function firstAmong<Row extends { readonly id: string }>(
  ids: readonly string[],
  first: (asked: Asked) => Promise<Row[]>,
): Promise<Row[]> {
  let left = ids
  while (left.length > MAX_IDS) {
    const found = await eachPart(left, first)
    left = found.flat().map(({ id }) => id)
  }
  return first({ id: { in: [...left] } })
}

/** The number of rows with any of these ids. */
export async function countAmong(
  ids: readonly string[],
  count: (asked: Asked) => Promise<number>,
): Promise<number> {
  const counts = await eachPart(ids, count)
  return counts.reduce((sum, one) => sum + one, 0)
}

async function eachPart<Found>(ids: readonly string[], find: (asked: Asked) => Promise<Found>) {
  const found: Found[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    found.push(await find({ id: { in: ids.slice(from, from + MAX_IDS) } }))
  }
  return found
}
