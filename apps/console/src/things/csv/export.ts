import type { Call, Thing } from '@sluice/contract'
import { longCsvOfLines } from '@sluice/formats'
import type { Ask } from '#server/callers/ask-as-admitted.ts'
import { csvOfPages } from '#server/csv/csv-of-pages.ts'
import type { ThingSelection } from '../query.ts'
import { cellsOf, thingCells } from './cells.ts'

/**
 * Things as CSV, one chunk per page. They are always read by id, which never changes: in another order, a thing that
 * changes meanwhile would be in no page or in two. Importing the file again changes nothing.
 */
export function thingsCsv(ask: Ask, selection: ThingSelection): AsyncGenerator<Uint8Array, void> {
  const query: Call<'things.list'>['query'] = { ...selection, sort: 'id', limit: 1000 }
  return csvOfPages({
    read: (cursor) => ask('things.list', { query: { ...query, cursor } }),
    format: ({ items }) =>
      longCsvOfLines(thingCells, items.length, (at) => cellsOf(items[at] as Thing)),
  })
}
