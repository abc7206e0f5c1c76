import { writeHalves } from '@sluice/clickhouse'
import type { SampleValue, Series } from '@sluice/contract'
import { atOnce, joinBytes, weightOf } from '@sluice/runtime'
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

/** The most rows of a record batch, and the characters of texts after which it ends. */
const [BATCH_ROWS, BATCH_CHARACTERS] = [65_536, 2_000_000]

/**
 * A page of a series as an Arrow IPC stream: `timestamp` (microseconds, UTC) and a column per metric, with the same
 * rows as its CSV. Numbers are float64. A column has the same type on every page with equal `valueTypes`, whatever its
 * values; without these, a column without values has type null.
 */
export function arrowOfSeries(page: SeriesPage): Uint8Array {
  return atOnce(longArrowOfSeries(page))
}

/** {@link arrowOfSeries}, yielding now and then. A long page has several record batches. */
export function* longArrowOfSeries(page: SeriesPage): Generator<void, Uint8Array> {
  const table = yield* tableOfSeries(page)
  const { length, whose } = table
  /** The characters in each row. */
  const characters = new Uint32Array(length)
  const columns = [timesOf(table), ...(whose ? [yield* ownersOf(whose, characters)] : [])]
  for (const [name, cells] of table.columns) {
    columns.push(yield* valuesOf(cells, page.valueTypes?.[name], characters))
  }
  const made = columns.map((): Batch<unknown>[] => [])
  for (const [from, to] of batchesOf(characters)) {
    for (const [i, { batch }] of columns.entries()) made[i]?.push(yield* batch(from, to))
  }
  const named = headerOf(table).flatMap((name, i) => {
    const { type } = columns[i] ?? {}
    return type ? [[name, columnOf(type, made[i] ?? [])] as [string, Column<unknown>]] : []
  })
  return yield* joinBytes(piecesOf(named))
}

/** Where each record batch begins and ends. */
function* batchesOf(characters: Uint32Array): Generator<readonly [from: number, to: number]> {
  let [from, sum] = [0, 0]
  for (let to = 1; to <= characters.length; to += 1) {
    sum += characters[to - 1] ?? 0
    const isFull = to - from === BATCH_ROWS || sum >= BATCH_CHARACTERS
    if (!isFull && to < characters.length) continue
    yield [from, to]
    from = to
    sum = 0
  }
}

/** The stream of a table, not yet joined: the library would copy all of it in one go. */
function piecesOf(columns: [string, Column<unknown>][]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  const sink = {
    write: (bytes: Uint8Array) => void pieces.push(bytes),
    pad: (bytes: number) => void pieces.push(new Uint8Array(bytes)),
    finish: () => null,
  }
  tableToIPC(tableFromColumns(columns), { format: 'stream', sink })
  return pieces
}

function columnOf(type: DataType, batches: Batch<unknown>[]): Column<unknown> {
  return batches.length > 0 ? new Column(batches, type) : columnFromArray([], type)
}

/** A column that is made batch by batch. */
interface Making {
  readonly type: DataType
  readonly batch: (from: number, to: number) => Generator<void, Batch<unknown>>
}

function timesOf({ microsAt }: SeriesTable): Making {
  const type = timestamp(TimeUnit.MICROSECOND, 'UTC')
  function* batch(from: number, to: number) {
    const halves = new Int32Array((to - from) * 2)
    for (let row = from; row < to; row += 1) {
      if ((row - from) % ROWS_PER_YIELD === 0) yield
      writeHalves(halves, row - from, microsAt(row))
    }
    return batchOf(type, { length: to - from, values: new BigInt64Array(halves.buffer) })
  }
  return { type, batch }
}

function* ownersOf({ owners, of }: Whose, characters: Uint32Array): Generator<void, Making> {
  for (const [row, owner] of of.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    characters[row] = owners[owner]?.length ?? 0
  }
  return texts((row) => owners[of[row] ?? 0] ?? null)
}

function* valuesOf(cells: Cells, held: Held, characters: Uint32Array): Generator<void, Making> {
  const types = new Set<string>(held && [held])
  for (const [row, cell] of cells.entries()) {
    if (row % ROWS_PER_YIELD === 0) yield
    if (cell !== null) types.add(typeof cell)
    if (typeof cell === 'string') characters[row] = (characters[row] ?? 0) + cell.length
  }
  if (types.size === 0) return nulls
  // A metric whose type was changed has values of both types.
  if (types.size > 1 || types.has('string')) {
    return texts((row) => textOf(cells[row] ?? null))
  }
  return types.has('boolean') ? booleans(cells) : numbers(cells)
}

function textOf(cell: SampleValue | null): string | null {
  return cell === null ? null : String(cell)
}

const nulls: Making = {
  type: nullType(),
  // biome-ignore lint/correctness/useYield: nothing to do
  *batch(from, to) {
    return new Batch({ length: to - from, nullCount: to - from, type: nullType() })
  },
}

/** The library would encode a million texts in one go. */
function texts(textAt: (row: number) => string | null): Making {
  const type = utf8()
  function* batch(from: number, to: number) {
    const offsets = new Int32Array(to - from + 1)
    const empty: number[] = []
    let bytes = Buffer.allocUnsafeSlow(ROWS_PER_YIELD)
    let [end, room] = [0, 0]
    for (let row = from; row < to; row += 1) {
      if (room <= 0) {
        yield
        room = ROWS_PER_YIELD
      }
      const text = textAt(row)
      room -= weightOf(text)
      if (text === null) empty.push(row - from)
      else {
        bytes = withRoom(bytes, end, text.length * BYTES_PER_CHARACTER)
        end += bytes.write(text, end)
      }
      offsets[row - from + 1] = end
    }
    return batchOf(type, { length: to - from, values: bytes.subarray(0, end), offsets }, empty)
  }
  return { type, batch }
}

/** The most bytes of a UTF-16 code unit in UTF-8. */
const BYTES_PER_CHARACTER = 3

/** Bytes with room for some more behind `end`: the same, or a copy of at least twice the size. */
function withRoom(bytes: Buffer<ArrayBuffer>, end: number, more: number): Buffer<ArrayBuffer> {
  if (bytes.length - end >= more) return bytes
  const grown = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, end + more))
  bytes.copy(grown, 0, 0, end)
  return grown
}

function booleans(cells: Cells): Making {
  function* batch(from: number, to: number) {
    const bits = new Uint8Array(Math.ceil((to - from) / 8))
    const empty: number[] = []
    for (let row = from; row < to; row += 1) {
      const at = row - from
      if (at % ROWS_PER_YIELD === 0) yield
      const cell = cells[row] ?? null
      if (cell === null) empty.push(at)
      else if (cell) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    }
    return batchOf(bool(), { length: to - from, values: bits }, empty)
  }
  return { type: bool(), batch }
}

/** The library's own way is ten times as slow. */
function numbers(cells: Cells): Making {
  const type = float64()
  function* batch(from: number, to: number) {
    const values = new Float64Array(to - from)
    const empty: number[] = []
    for (let row = from; row < to; row += 1) {
      if ((row - from) % ROWS_PER_YIELD === 0) yield
      const cell = cells[row] ?? null
      const number = cell === null ? Number.NaN : Number(cell)
      // As in JSON, which lacks numbers that are not finite.
      if (Number.isFinite(number)) values[row - from] = number
      else empty.push(row - from)
    }
    return batchOf(type, { length: to - from, values }, empty)
  }
  return { type, batch }
}

interface Stored {
  readonly length: number
  readonly values: BigInt64Array | Float64Array | Uint8Array
  /** Where the bytes of each text begin, and where the last ends. */
  readonly offsets?: Int32Array
}

/** A batch of stored values, with nulls for the rows `empty`. */
function batchOf(type: DataType, stored: Stored, empty: readonly number[] = []): Batch<unknown> {
  const bytes = empty.length > 0 ? Math.ceil(stored.length / 8) : 0
  const validity = new Uint8Array(bytes).fill(0xff)
  for (const row of empty) validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7))
  return new Batch({ ...stored, nullCount: empty.length, type, validity })
}
