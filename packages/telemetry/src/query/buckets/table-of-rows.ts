import type { NativeBlock } from '@sluice/clickhouse'
import type { SampleValue } from '@sluice/contract'
import { Pace } from '@sluice/runtime'
import { type Line, TOGETHER } from '../plan/subject.ts'
import { groupByLine } from './by-line.ts'
import { firstPositions, type Rows, rowsIn } from './read-rows.ts'
import { CELLS_PER_YIELD, type Table, TableBuilder } from './table.ts'

type ReadValue<Column> = (row: number, column: Column) => SampleValue | null

/** A table of the first `most` positions from the rows of an answer, which are in order of position. */
export function* tableOfRows<Column extends Line & { readonly id: string }>(
  blocks: readonly NativeBlock[],
  { columns, most }: { readonly columns: readonly Column[]; readonly most: number },
  readerOf: (rows: Rows) => ReadValue<Column>,
): Generator<void, Table> {
  const builder = new TableBuilder(columns)
  const byLine = groupByLine(
    columns.map((column) => ({ ...column, column, values: builder.column(column.id) })),
  )
  const pace = new Pace(CELLS_PER_YIELD)
  for (const rows of firstPositions(rowsIn(blocks), most)) {
    const { positions, things, metrics } = rows
    const read = readerOf(rows)
    for (let row = rows.first; row < rows.end; row += 1) {
      const [thing = 0, metric = 0] = [things[row], metrics[row]]
      // When things are taken together and there is only one, rows name that thing.
      const wanted = byLine.get(thing, metric) ?? byLine.get(TOGETHER, metric) ?? []
      let cells = 0
      for (const { column, values } of wanted) {
        cells += builder.put(positions[row] ?? 0, values, read(row, column))
      }
      if (pace.isOver(cells)) yield
    }
  }
  return yield* builder.table()
}
