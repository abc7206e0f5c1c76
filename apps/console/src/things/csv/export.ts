import type { Call } from '@sluice/contract'
import { csvOfLines } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import type { ThingSelection } from '../query.ts'
import { cellsOf, thingCells } from './cells.ts'

/**
 * Yields things as CSV, one chunk per page; only the first chunk has the header line. They are always read by id, which
 * never changes: in another order, a thing that changes meanwhile would be in no page or in two. Importing the file
 * again changes nothing.
 */
export async function* thingsCsv(
  ask: Ask,
  selection: ThingSelection,
): AsyncGenerator<string, void> {
  let cursor: string | undefined
  do {
    const query: Call<'things.list'>['query'] = { ...selection, sort: 'id', limit: 1000, cursor }
    const page = await ask('things.list', { query })
    const header = cursor === undefined ? [thingCells] : []
    yield csvOfLines([...header, ...page.items.map(cellsOf)])
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
