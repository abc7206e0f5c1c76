import { writeHalves } from '@sluice/clickhouse'
import type { SampleValue, Series } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
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
import {
  headerOf,
  ROWS_PER_YIELD,
  type SeriesPage,
  type SeriesTable,
  tableOfSeries,
  type Whose,
} from './series-table.ts'

type Cells = readonly (SampleValue | null)[]
type Held = Series['valueTypes'][string] | undefined

/**
 * A page of a series as an Arrow IPC stream: `timestamp` (microseconds, UTC) and a column per metric, with the same
 * rows as its CSV. Numbers are float64. A column has the same type on every page with equal `valueTypes`, whatever its
 * values; without these, a column without values has type null.
 */
export function arrowOfSeries(page: SeriesPage): Uint8Array {
  return atOnce(longArrowOfSeries(page))
}

/** {@link arrowOfSeries}, yielding now and then. */
export function* longArrowOfSeries(page: SeriesPage): Generator<void, Uint8Array> {
  const table = yield* tableOfSeries(page)
  const columns = [yield* timesColumn(table)]
  if (table.whose) columns.push(yield* ownersColumn(table.whose))
  for (const [name, cells] of table.columns) {
    columns.push(yield* valuesColumn(cells, page.valueTypes?.[name]))
  }
  yield
  const named = headerOf(table).flatMap((name, i) => {
    const column = columns[i]
    return column ? [[name, column] as [string, Column<unknown>]] : []
  })
  const bytes = tableToIPC(tableFromColumns(named), { format: 'stream' })
  if (bytes === null) throw new Error('The table came to nothing.')
  return bytes
}

type Making = Generator<void, Column<unknown>>

function* timesColumn({ length, microsAt }: SeriesTable): Making {
  const halves = new Int32Array(length * 2)
  for (let row = 0; row < length; row += 1) {
    if (row % ROWS_PER_YIELD === 0) yield
    writeHalves(halves, row, microsAt(row))
  }
  return columnOf(timestamp(TimeUnit.MICROSECOND, 'UTC'), new BigInt64Array(halves.buffer), [])
}

/** Encodes each owner's name once; the library would do so for each row. */
function* ownersColumn({ owners, of }: Pick<Whose, 'owners' | 'of'>): Making {
  const names: Buffer[] = []
  for (const [i, owner] of owners.entries()) {
    if (i % ROWS_PER_YIELD === 0) yield
    names.push(Buffer.from(owner ?? ''))
  }
  const offsets = new Int32Array(of.length + 1)
  const empty: number[] = []
  for (const [row, owner] of of.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    offsets[row + 1] = (offsets[row] ?? 0) + (names[owner]?.length ?? 0)
    if (owners[owner] === null) empty.push(row)
  }
  const values = new Uint8Array(offsets.at(-1) ?? 0)
  for (const [row, owner] of of.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    values.set(names[owner] ?? [], offsets[row])
  }
  return columnOf(utf8(), values, empty, { length: of.length, offsets })
}

function* valuesColumn(cells: Cells, held: Held): Making {
  const types = new Set<string>(held && [held])
  for (const [row, cell] of cells.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    if (cell !== null) types.add(typeof cell)
  }
  if (types.size === 0) return columnFromArray([...cells], nullType())
  // A metric whose type was changed has values of both types.
  if (types.size > 1 || types.has('string')) return yield* textsColumn(cells)
  return types.has('boolean') ? yield* boolsColumn(cells) : yield* numbersColumn(cells)
}

/** Encodes each distinct text once. The library would encode a million in one go. */
function* textsColumn(cells: Cells): Making {
  const numbers = new Map<string | null, number>()
  const of = new Int32Array(cells.length)
  for (const [row, cell] of cells.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    const text = cell === null ? null : String(cell)
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    of[row] = known
  }
  return yield* ownersColumn({ owners: [...numbers.keys()], of })
}

function* boolsColumn(cells: Cells): Making {
  const bits = new Uint8Array(Math.ceil(cells.length / 8))
  const empty: number[] = []
  for (const [row, cell] of cells.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    if (cell === null) empty.push(row)
    else if (cell) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7))
  }
  return columnOf(bool(), bits, empty, { length: cells.length })
}

/** The library's own way is ten times as slow. */
function* numbersColumn(cells: Cells): Making {
  const numbers = new Float64Array(cells.length)
  const empty: number[] = []
  for (const [row, cell] of cells.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    const number = cell === null ? Number.NaN : Number(cell)
    // As in JSON, which lacks numbers that are not finite.
    if (Number.isFinite(number)) numbers[row] = number
    else empty.push(row)
  }
  return columnOf(float64(), numbers, empty)
}

/** A column of stored values, with nulls for the rows `empty`. */
function columnOf(
  type: DataType,
  values: BigInt64Array | Float64Array | Uint8Array,
  empty: readonly number[],
  {
    length = values.length,
    offsets,
  }: {
    /** The number of rows, if not that of the values. */
    readonly length?: number
    /** Where the bytes of each text begin, and where the last ends. */
    readonly offsets?: Int32Array
  } = {},
): Column<unknown> {
  if (length === 0) return columnFromArray([], type)
  const validity = new Uint8Array(empty.length > 0 ? Math.ceil(length / 8) : 0).fill(0xff)
  for (const row of empty) validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7))
  const batch = { length, nullCount: empty.length, type, validity, values }
  return new Column([new Batch(offsets ? { ...batch, offsets } : batch)], type)
}
