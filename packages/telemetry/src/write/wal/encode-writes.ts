import { bytesOf } from '@sluice/clickhouse'
import { SampleBuffer } from '../blocks/sample-buffer.ts'
import type { Write } from '../blocks/write.ts'
import { decodeFirstHeads, decodeHeads, encodeHeads } from './encode-heads.ts'

/** To be raised when the format changes: an earlier version must not misread records of a later one. */
const FORM = 2

/** Columns of fewer rows are copied value by value: a separate piece, or a view of an array, costs more. */
const FEW = 128

/** Bytes of a row: time, number and metric. */
const ROW_BYTES = 20

/**
 * Serializes writes, in pieces: the format; the heads; and for each write its times, numbers and metrics as they are in
 * memory. Large columns are not copied, so they must not change until the pieces are written. Yields between many texts.
 */
export function* encodeWrites(writes: readonly Write[]): Generator<void, Uint8Array[]> {
  const heads = yield* encodeHeads(writes)
  const pieces: Uint8Array[] = [bytesOf(Uint32Array.of(FORM), 1), ...heads]
  let small: SampleBuffer[] = []
  for (const { samples } of writes) {
    if (samples.rows < FEW) {
      small.push(samples)
      continue
    }
    pieces.push(together(small), ...columnsOf(samples, samples.rows))
    small = []
  }
  pieces.push(together(small))
  return pieces
}

/** The concatenated columns of some writes. */
function together(all: readonly SampleBuffer[]): Uint8Array {
  const rows = all.reduce((sum, { rows }) => sum + rows, 0)
  const bytes = Buffer.allocUnsafe(rows * ROW_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  for (const samples of all) at = putColumns(view, at, samples)
  return bytes
}

/** Writes columns at an offset; returns where they end. */
function putColumns(view: DataView, from: number, samples: SampleBuffer): number {
  const { times, numbers, metrics, rows } = samples
  let at = from
  for (let i = 0; i < rows * 2; i++, at += 4) view.setInt32(at, times[i] ?? 0, true)
  for (let i = 0; i < rows; i++, at += 8) view.setFloat64(at, numbers[i] ?? 0, true)
  for (let i = 0; i < rows; i++, at += 4) view.setUint32(at, metrics[i] ?? 0, true)
  return at
}

/** The inverse of {@link encodeWrites}, also for earlier formats. Yields between writes and large columns. */
export function* decodeWrites(bytes: Buffer): Generator<void, Write[]> {
  const { heads, end } = headsOf(bytes)
  const rows = heads.reduce((sum, head) => sum + head.rows, 0)
  if (end + rows * ROW_BYTES !== bytes.length) throw new Error('Writes and their heads do not fit.')
  let at = end
  const writes: Write[] = []
  for (const { organization, thing, version, rows, ascending, textRows, texts } of heads) {
    if (writes.length > 0) yield
    const samples = rows < FEW ? fewOf(bytes, at, rows) : yield* manyOf(bytes, at, rows)
    at += rows * ROW_BYTES
    samples.rows = rows
    samples.ascending = ascending
    samples.addTexts(textRows, texts)
    // Earlier versions logged rows in the order in which they came.
    yield* samples.sortByMetric()
    writes.push({ organization, thing, version, samples })
  }
  return writes
}

function fewOf(bytes: Buffer, from: number, rows: number): SampleBuffer {
  const samples = new SampleBuffer(rows)
  let at = from
  for (const column of columnsOf(samples, rows)) {
    column.set(bytes.subarray(at, at + column.length))
    at += column.length
  }
  return samples
}

/** Allocates column by column, without clearing: all at once would take milliseconds. */
function* manyOf(
  { buffer, byteOffset }: Buffer,
  from: number,
  rows: number,
): Generator<void, SampleBuffer> {
  const samples = new SampleBuffer(0)
  const start = byteOffset + from
  const copied = (first: number, end: number) =>
    buffer.slice(start + first * rows, start + end * rows) as ArrayBuffer
  samples.times = new Int32Array(copied(0, 8))
  yield
  samples.numbers = new Float64Array(copied(8, 16))
  yield
  samples.metrics = new Uint32Array(copied(16, ROW_BYTES))
  return samples
}

function headsOf(bytes: Buffer) {
  const form = bytes.readUInt32LE(0)
  if (form === 1) return decodeFirstHeads(bytes, 4)
  if (form === FORM) return decodeHeads(bytes, 4)
  throw new UnknownForm(form)
}

/** Most likely, a later version wrote it. */
export class UnknownForm extends Error {
  override name = 'UnknownForm'
  constructor(form: number) {
    super(`The log of samples is of form ${form}; known are 1 to ${FORM}.`)
  }
}

/** The used bytes of the columns. */
function columnsOf({ times, numbers, metrics }: SampleBuffer, rows: number): Uint8Array[] {
  return [bytesOf(times, rows * 2), bytesOf(numbers, rows), bytesOf(metrics, rows)]
}
