import { atOnce } from '@sluice/runtime'
import { longCsvOfLines, textOf } from './csv.ts'
import { headerOf, type SeriesPage, tableOfSeries } from './series-table.ts'

/**
 * A page of a series as CSV: a line per timestamp and a column per metric. For series of several things there is a line
 * for each thing that has a value at the time.
 */
export function csvOfSeries(page: SeriesPage): string {
  return textOf(atOnce(longCsvOfSeries(page)))
}

/** {@link csvOfSeries} in UTF-8, yielding now and then. */
export function* longCsvOfSeries(page: SeriesPage): Generator<void, Uint8Array<ArrayBuffer>> {
  const table = yield* tableOfSeries(page)
  const { length, timeAt, whose, columns } = table
  const lineOf = (row: number) => {
    const line: unknown[] = [timeAt(row)]
    if (whose) line.push(whose.owners[whose.of[row] ?? 0])
    for (const [, cells] of columns) line.push(cells[row])
    return line
  }
  return yield* longCsvOfLines(headerOf(table), length, lineOf)
}
