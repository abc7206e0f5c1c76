import type { NativeBlock } from '@sluice/clickhouse'
import type { SampleValue } from '@sluice/contract'
import { type Line, TOGETHER } from '../plan/subject.ts'
import { groupByLine } from './by-line.ts'
import { eachRow, type Rows, rowsIn } from './read-rows.ts'
import { type Table, TableBuilder } from './table.ts'

/** Reads what a column has in a row. */
type ReadValue<Column> = (row: number, column: Column) => SampleValue | null

/** A table of an answer, whose rows come in the order of positions. */
export function* tableOfRows<Column extends Line & { readonly id: string }>(
  blocks: readonly NativeBlock[],
  columns: readonly Column[],
  readerOf: (rows: Rows) => ReadValue<Column>,
): Generator<void, Table> {
  const builder = new TableBuilder(columns)
  const byLine = groupByLine(
    columns.map((column) => ({ ...column, column, values: builder.column(column.id) })),
  )
  for (const rows of rowsIn(blocks)) {
    const { positions, things, metrics } = rows
    const read = readerOf(rows)
    yield* eachRow(rows, (row) => {
      const [thing = 0, metric = 0] = [things[row], metrics[row]]
      // Taken together there may be only one thing, which rows name.
      const wanted = byLine.get(thing, metric) ?? byLine.get(TOGETHER, metric) ?? []
      for (const { column, values } of wanted) {
        builder.put(positions[row] ?? 0, values, read(row, column))
      }
    })
  }
  return builder.table()
}
