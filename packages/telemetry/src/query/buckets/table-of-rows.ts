import type { NativeBlock } from '@sluice/clickhouse'
import type { SampleValue } from '@sluice/contract'
import { type Line, TOGETHER } from '../plan/subject.ts'
import { groupByLine } from './by-line.ts'
import { eachRow, type Rows, rowsIn } from './read-rows.ts'
import { type Table, TableBuilder } from './table.ts'

type ReadValue<Column> = (row: number, column: Column) => SampleValue | null

/** A table from the rows of an answer, which are in order of position. */
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
      // When things are taken together and there is only one, rows name that thing.
      const wanted = byLine.get(thing, metric) ?? byLine.get(TOGETHER, metric) ?? []
      for (const { column, values } of wanted) {
        builder.put(positions[row] ?? 0, values, read(row, column))
      }
    })
  }
  return builder.table()
}
