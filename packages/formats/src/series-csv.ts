import { atOnce } from '@sluice/runtime'
import { csvOf } from './csv.ts'
import { type SeriesPage, tableOfSeries } from './series-table.ts'

/**
 * A page of a series as CSV: a line a timestamp and a column a metric. With the series of several things
 * there is a line for each thing that has a value at the time.
 */
export function csvOfSeries(page: SeriesPage): string {
  return atOnce(longCsvOfSeries(page))
}

/** {@link csvOfSeries}, which yields now and then. */
export function longCsvOfSeries(page: SeriesPage): Generator<void, string> {
  const { timestamps, whose, columns } = tableOfSeries(page)
  const header = ['timestamp', ...(whose ? [whose.name] : []), ...columns.map(([name]) => name)]
  return csvOf(header, timestamps, (time, row) => [
    time,
    ...(whose ? [whose.cells[row]] : []),
    ...columns.map(([, cells]) => cells[row]),
  ])
}
