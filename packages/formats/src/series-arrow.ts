import { writeHalves } from '@sluice/clickhouse'
import type { SampleValue, Series } from '@sluice/contract'
import { microsOfIso } from '@sluice/runtime'
import {
  Batch,
  bool,
  Column,
  columnFromArray,
  type DataType,
  float64,
  nullType,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette'
import { type SeriesPage, tableOfSeries } from './series-table.ts'

type Cells = readonly (SampleValue | null)[]
type Held = Series['valueTypes'][string] | undefined

/**
 * A page of a series as an Arrow IPC stream: `timestamp` (microseconds, UTC) and a column a metric, with
 * the same rows as its CSV. Numbers are float64. A column has the same type on every page, whatever values are there, as
 * long as `valueTypes` is; without it, one that has no value is of type null.
 */
export function arrowOfSeries(page: SeriesPage): Uint8Array {
  const { timestamps, whose, columns } = tableOfSeries(page)
  const table = tableFromColumns([
    ['timestamp', timesColumn(timestamps)],
    ...(whose ? [named(whose.name, columnFromArray([...whose.cells], utf8()))] : []),
    ...columns.map(([name, cells]) => named(name, valuesColumn(cells, page.valueTypes?.[name]))),
  ])
  const bytes = tableToIPC(table, { format: 'stream' })
  if (bytes === null) throw new Error('The table came to nothing.')
  return bytes
}

function named(name: string, column: Column<unknown>): [string, Column<unknown>] {
  return [name, column]
}

function timesColumn(timestamps: readonly string[]): Column<unknown> {
  const halves = new Int32Array(timestamps.length * 2)
  for (const [row, time] of timestamps.entries()) writeHalves(halves, row, microsOfIso(time))
  return columnOf(timestamp(TimeUnit.MICROSECOND, 'UTC'), new BigInt64Array(halves.buffer), [])
}

function valuesColumn(cells: Cells, held: Held): Column<unknown> {
  const types = new Set<string>(held && [held])
  for (const cell of cells) if (cell !== null) types.add(typeof cell)
  if (types.size === 0) return columnFromArray([...cells], nullType())
  // A metric whose type was changed has values of both.
  if (types.size > 1 || types.has('string')) return columnFromArray(cells.map(textOrNull), utf8())
  return types.has('boolean') ? columnFromArray([...cells], bool()) : numbersColumn(cells)
}

function textOrNull(cell: SampleValue | null): string | null {
  return cell === null ? null : String(cell)
}

/** The library's own way is ten times as slow. */
function numbersColumn(cells: Cells): Column<unknown> {
  const numbers = new Float64Array(cells.length)
  const empty: number[] = []
  for (const [row, cell] of cells.entries()) {
    if (cell === null) empty.push(row)
    else numbers[row] = Number(cell)
  }
  return columnOf(float64(), numbers, empty)
}

/** A column of values as they are stored, without those of the rows `empty`. */
function columnOf(
  type: DataType,
  values: BigInt64Array | Float64Array,
  empty: readonly number[],
): Column<unknown> {
  const { length } = values
  if (length === 0) return columnFromArray([], type)
  const validity = new Uint8Array(empty.length > 0 ? Math.ceil(length / 8) : 0).fill(0xff)
  for (const row of empty) validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7))
  return new Column([new Batch({ length, nullCount: empty.length, type, validity, values })], type)
}
