import { weightOf } from '@sluice/runtime'
import type { NativeCursor } from './native-cursor.ts'

/** Values by row: numbers, NaN for missing ones; strings; the elements of tuples; or lists of numbers. */
export type NativeColumn = Float64Array | readonly string[] | NativeTuples | NativeLists

export interface NativeTuples {
  readonly elements: readonly NativeColumn[]
}

/** Lists that share no memory. */
export interface NativeLists {
  readonly lists: readonly Float64Array[]
}

/** Reads a column with this many rows. Yields before, and during many texts. */
type Read = (from: NativeCursor, rows: number) => Generator<void, NativeColumn>

const numeric: Record<string, (from: NativeCursor, rows: number) => Float64Array> = {
  UInt8: (from, rows) => new Float64Array(from.take(rows)),
  UInt32: (from, rows) => new Float64Array(new Uint32Array(from.copy(rows * 4))),
  Int32: (from, rows) => new Float64Array(new Int32Array(from.copy(rows * 4))),
  UInt64: (from, rows) => wide(new Uint32Array(from.copy(rows * 8)), 0),
  Int64: (from, rows) => wide(new Uint32Array(from.copy(rows * 8)), 2 ** 31),
  Float64: (from, rows) => new Float64Array(from.copy(rows * 8)),
}

/** The weight of texts between two yields. */
const WEIGHT_PER_YIELD = 4096

/** The reader of a column type; throws for a type that no statement here uses. */
export function readerOfType(type: string): Read {
  const read = numeric[type]
  if (read) return (from, rows) => numbers(read, from, rows)
  if (type === 'String') return texts
  if (type === 'Array(Float64)') return lists
  const [, outer, inner = ''] = /^(Nullable|Tuple)\((.*)\)$/.exec(type) ?? []
  if (outer === 'Tuple') return tuples(inner)
  const readInner = outer === 'Nullable' ? numeric[inner] : undefined
  if (readInner) return nullable(readInner)
  throw new Error(`The store answered a column of type ${type}.`)
}

type ReadNumbers = (typeof numeric)[string]

function* numbers(read: ReadNumbers, from: NativeCursor, rows: number) {
  yield
  return read(from, rows)
}

/** 64-bit integers as the nearest doubles. If the high half is `half` or more, the number is negative. */
function wide(halves: Uint32Array, half: number): Float64Array {
  const values = new Float64Array(halves.length / 2)
  for (let row = 0; row < values.length; row += 1) {
    const upper = halves[2 * row + 1] ?? 0
    const signed = half > 0 && upper >= half ? upper - 2 ** 32 : upper
    values[row] = signed * 2 ** 32 + (halves[2 * row] ?? 0)
  }
  return values
}

function* texts(from: NativeCursor, rows: number) {
  const values: string[] = []
  let room = 0
  while (values.length < rows) {
    if (room <= 0) {
      yield
      room = WEIGHT_PER_YIELD
    }
    // Samples that are numbers have none.
    const none = from.emptyTexts(Math.min(Math.ceil(room), rows - values.length))
    for (let i = 0; i < none; i += 1) values.push('')
    room -= none
    if (room <= 0 || values.length === rows) continue
    const text = from.text()
    room -= weightOf(text)
    values.push(text)
  }
  return values
}

function* lists(from: NativeCursor, rows: number) {
  // Where each list ends.
  const ends = wide(new Uint32Array(from.copy(rows * 8)), 0)
  const values: Float64Array[] = []
  let begin = 0
  for (const end of ends) {
    yield
    values.push(new Float64Array(from.copy((end - begin) * 8)))
    begin = end
  }
  return { lists: values }
}

function nullable(read: ReadNumbers): Read {
  return function* (from, rows) {
    yield
    const none = from.take(rows)
    const values = read(from, rows)
    for (let row = 0; row < rows; row += 1) if (none[row] === 1) values[row] = Number.NaN
    return values
  }
}

function tuples(types: string): Read {
  const readers = splitTypes(types).map(readerOfType)
  return function* (from, rows) {
    const elements: NativeColumn[] = []
    for (const read of readers) elements.push(yield* read(from, rows))
    return { elements }
  }
}

/** Splits `A, Tuple(B, C)` into `A` and `Tuple(B, C)`. */
function splitTypes(types: string): string[] {
  const found: string[] = []
  let depth = 0
  let begin = 0
  for (const [at, sign] of [...types, ','].entries()) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign !== ',' || depth > 0) continue
    found.push(types.slice(begin, at).trim())
    begin = at + 1
  }
  return found
}

/** Reads a value as in JSON: null for a number that JSON lacks, an array for a tuple or a list. */
export function valueReader(column: NativeColumn): (row: number) => unknown {
  if (column instanceof Float64Array) return (row) => finite(column[row])
  if ('lists' in column) return (row) => Array.from(column.lists[row] ?? [], finite)
  if (!('elements' in column)) return (row) => column[row]
  const elements = column.elements.map(valueReader)
  return (row) => elements.map((read) => read(row))
}

/** Null for a missing number, or one that JSON lacks. */
export function finite(value = Number.NaN): number | null {
  return Number.isFinite(value) ? value : null
}
