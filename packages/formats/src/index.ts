export { csvOfLines, csvOfPage, longCsvOfLines, longCsvOfPage } from './csv.ts'
export { arrowOfSeries, longArrowOfSeries } from './series-arrow.ts'
export { csvOfSeries, longCsvOfSeries } from './series-csv.ts'
export type { SeriesPage } from './series-table.ts'
