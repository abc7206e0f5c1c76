import type { SampleBuffer } from './sample-buffer.ts'

/** The samples of one call, ready to be stored. */
export interface Write {
  readonly organization: number
  readonly thing: number
  readonly samples: SampleBuffer
  /** Version of the first row; each following row's is one higher unless the samples are ascending. */
  readonly version: bigint
}

/** The columns of a block, in the order of {@link encodeBlock}. */
export const blockColumns = 'organization, thing, metric, time, number, text, version'

/**
 * One block of ClickHouse's Native format: the counts of columns and rows, then for each column its name, its
 * type and its values end to end. Typed arrays are copied as they lie, so the machine must be little-endian,
 * as every one that Node 24 is built for is (but s390x).
 */
export function encodeBlock(writes: readonly Write[]): Buffer {
  const rows = writes.reduce((sum, write) => sum + write.samples.rows, 0)
  const parts: Uint8Array[] = [varint(7), varint(rows)]
  const column = (name: string, type: string, encode: (write: Write) => Uint8Array) => {
    parts.push(prefixed(name), prefixed(type))
    for (const write of writes) parts.push(encode(write))
  }
  column('organization', 'UInt32', (write) => constant(write.organization, write.samples.rows))
  column('thing', 'UInt32', (write) => constant(write.thing, write.samples.rows))
  column('metric', 'UInt32', ({ samples }) => bytes(samples.metrics, samples.rows))
  column('time', "DateTime64(6, 'UTC')", ({ samples }) => bytes(samples.times, samples.rows * 2))
  column('number', 'Float64', ({ samples }) => bytes(samples.numbers, samples.rows))
  column('text', 'String', ({ samples }) => texts(samples))
  column('version', 'UInt64', versions)
  return Buffer.concat(parts)
}

/** Bytes that the samples take in a block, to the nearest few. */
export function encodedSize({ rows, texts }: SampleBuffer): number {
  return rows * 37 + texts.reduce((sum, text) => sum + text.length, 0)
}

function bytes(column: Uint32Array | Int32Array | Float64Array | BigUint64Array, length: number) {
  return new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT)
}

function constant(value: number, rows: number) {
  return bytes(new Uint32Array(rows).fill(value), rows)
}

function versions({ samples, version }: Write) {
  const column = new BigUint64Array(samples.rows).fill(version)
  if (!samples.ascending) {
    for (let row = 1; row < samples.rows; row++) column[row] = version + BigInt(row)
  }
  return bytes(column, samples.rows)
}

/** Each string behind its length; a row that holds none is the one byte of an empty string. */
function texts(samples: SampleBuffer): Uint8Array {
  if (samples.texts.length === 0) return new Uint8Array(samples.rows)
  const parts: Uint8Array[] = []
  let next = 0
  for (const [i, row] of samples.textRows.entries()) {
    parts.push(new Uint8Array(row - next), prefixed(samples.texts[i] ?? ''))
    next = row + 1
  }
  parts.push(new Uint8Array(samples.rows - next))
  return Buffer.concat(parts)
}

function prefixed(text: string): Buffer {
  const encoded = Buffer.from(text)
  return Buffer.concat([varint(encoded.length), encoded])
}

/** Unsigned LEB128. */
function varint(value: number): Buffer {
  const encoded: number[] = []
  let rest = value
  while (rest >= 128) {
    encoded.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...encoded, rest])
}
