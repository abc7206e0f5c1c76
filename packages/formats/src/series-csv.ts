import { csvOfLines } from './csv.ts'
import { type SeriesPage, tableOfSeries } from './series-table.ts'

/**
 * A page of a series as CSV: a line a timestamp and a column a metric. With the series of several things
 * there is a line for each thing that has a value at the time.
 */
export function csvOfSeries(page: SeriesPage): string {
  const { timestamps, thingIds, columns } = tableOfSeries(page)
  const whose = thingIds ? ['thingId'] : []
  const lines = timestamps.map((time, row) => [
    time,
    ...(thingIds ? [thingIds[row]] : []),
    ...columns.map(([, cells]) => cells[row]),
  ])
  return csvOfLines([['timestamp', ...whose, ...columns.map(([name]) => name)], ...lines])
}
