export { csvOfLines, csvOfPage } from './csv.ts'
export { arrowOfSeries } from './series-arrow.ts'
export { csvOfSeries } from './series-csv.ts'
export type { SeriesPage } from './series-table.ts'
