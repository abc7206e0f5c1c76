import { quoted } from '../faults.ts'
import { ArrowFault } from './flat-table.ts'
import type { Message } from './messages.ts'
import type { ColumnType, Field } from './schema.ts'
import type { ViewedBytes } from './viewed-bytes.ts'

/** A column's values in one batch, in place in its body. Every buffer is long enough for `length` values. */
export interface Vector {
  readonly type: ColumnType
  readonly length: number
  /** A bitmap with 1 for rows that have a value; undefined if all have one. */
  readonly validity: Uint8Array | undefined
  /** Rows without a value, as declared by the batch. */
  readonly nulls: number
  /** The values; for strings, their concatenated bytes. */
  readonly values: Uint8Array
  /** For strings: where each begins and, at the end, where the last ends. */
  readonly offsets: Uint8Array
  /** For strings found by views (which are `values`): the buffers that views refer to. */
  readonly viewed: readonly Uint8Array[]
  /** What views may still read in this stream. */
  readonly bytes: ViewedBytes
}

const none = { values: new Uint8Array(0), offsets: new Uint8Array(0), viewed: [] }

/** The columns of a record batch. A dictionary-encoded column holds its indices. Throws {@link ArrowFault}. */
export function readBatch(
  { header, body }: Pick<Message, 'header' | 'body'>,
  fields: readonly Field[],
  bytes: ViewedBytes,
): Vector[] {
  if (header.table(3)) {
    throw new ArrowFault(
      'has compressed buffers: write them uncompressed, and compress the whole body with Content-Encoding: zstd or gzip',
    )
  }
  const length = header.int64(0)
  const nodes = header.pairs(1).values()
  const buffers = header.pairs(2).values()
  const viewCounts = header.sizes(4).values()
  let taken = 0
  return fields.map(({ name, type, dictionary }) => {
    const [rows = -1, nulls = 0] = nodes.next().value ?? []
    const fault = (detail: string) => new ArrowFault(`has a column ${quoted(name)} ${detail}`)
    if (rows !== length) throw fault(`of ${Math.max(rows, 0)} rows in a batch of ${length}`)
    if (nulls > rows) throw fault(`with more nulls than rows`)
    const next = (needed: number) => {
      const [offset, size] = buffers.next().value ?? []
      if (offset === undefined || size === undefined) throw fault('without all of its buffers')
      if (offset + size > body.length) throw fault('whose values lie outside of its batch')
      // Overlapping columns would let a short body claim any number of long ones.
      if (size > 0 && offset < taken) throw fault('whose values lie in those of another')
      taken = Math.max(taken, offset + size)
      if (size < needed) throw fault(`of ${rows} rows whose values end too early`)
      return body.subarray(offset, offset + size)
    }
    const buffersViewed = () => Array.from({ length: viewCounts.next().value ?? 0 }, () => next(0))
    const parts = { rows, nulls, next, buffersViewed, bytes }
    return vectorOf(dictionary?.index ?? type, parts)
  })
}

type NextBuffer = (needed: number) => Uint8Array

interface Parts {
  readonly rows: number
  readonly nulls: number
  readonly next: NextBuffer
  readonly buffersViewed: () => Uint8Array[]
  readonly bytes: ViewedBytes
}

function vectorOf(type: ColumnType, parts: Parts): Vector {
  const { rows: length, nulls, next, buffersViewed, bytes } = parts
  const rest = { ...none, type, length, bytes }
  if (type.kind === 'null') return { ...rest, nulls: length, validity: none.values }
  const bitmap = next(nulls > 0 ? Math.ceil(length / 8) : 0)
  const validity = nulls > 0 ? bitmap : undefined
  if (type.kind === 'utf8' && type.form === 'view') {
    const values = next(length * VIEW)
    return { ...rest, nulls, validity, values, viewed: buffersViewed() }
  }
  if (type.kind === 'utf8') {
    // A column without rows may lack even the first offset.
    const offsets = next(length === 0 ? 0 : (length + 1) * (type.form === 'large' ? 8 : 4))
    return { ...rest, nulls, validity, offsets, values: next(0) }
  }
  const values = next(Math.ceil((length * bitsOf(type)) / 8))
  return { ...rest, nulls, validity, values }
}

/** Bytes of a string's view. */
export const VIEW = 16

/** Bits of a value. */
function bitsOf(type: ColumnType): number {
  if (type.kind === 'int' || type.kind === 'float') return type.bits
  return type.kind === 'timestamp' ? 64 : 1
}

/** Whether a row has a value. */
export function isThere({ validity }: Vector, row: number): boolean {
  return validity === undefined || isSet(validity, row)
}

export function isSet(bits: Uint8Array, row: number): boolean {
  return (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1
}

/** The first row from `row` on that has a value (or, if `there` is false, has none); `length` or more if there is none. */
export function nextRow({ validity, length }: Vector, row: number, there: boolean): number {
  if (validity === undefined) return there ? row : length
  const passed = there ? 0 : 0xff
  let next = row
  while (next < length && isSet(validity, next) !== there) {
    // Skips whole bytes: a column may be nearly empty.
    next += (next & 7) === 0 && validity[next >> 3] === passed ? 8 : 1
  }
  return Math.min(next, length)
}
