import type { Call } from '@sluice/contract'
import { csvOfLines } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import { cellsOf, thingCells } from './cells.ts'

/** Yields the things of a query as CSV, one chunk per page. Importing it again changes nothing. */
export async function* thingsCsv(
  ask: Ask,
  query: Call<'things.list'>['query'],
): AsyncGenerator<string, void> {
  yield csvOfLines([thingCells])
  let cursor: string | undefined
  do {
    const page = await ask('things.list', { query: { ...query, limit: 1000, cursor } })
    yield csvOfLines(page.items.map(cellsOf))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
