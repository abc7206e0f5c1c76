import { batchesOf } from '@sluice/runtime'

/** Ids of one statement. Prisma compiles a list of ten thousand in one go, for 20 milliseconds and more. */
const IDS_PER_STATEMENT = 500

/** Rows with any of these ids, however many there are, by statements one after the other. */
export async function findAmong<Row>(
  ids: ReadonlySet<string>,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const batch of batchesOf(ids, IDS_PER_STATEMENT)) rows.push(...(await find([...batch])))
  return rows
}
