import { bytesOf, encodeBlock, prefixed } from './native.ts'
import type { SampleBuffer } from './sample-buffer.ts'

/** The samples of one call, ready to be stored. */
export interface Write {
  readonly organization: number
  readonly thing: number
  readonly samples: SampleBuffer
  /** Version of the first row; see {@link versionOf}. */
  readonly version: bigint
}

/** The columns of a block of samples. */
export const sampleColumns = 'organization, thing, metric, time, number, text, version'

/** A block of all samples of the writes, for the table `samples`. */
export function encodeSamples(writes: readonly Write[]): Buffer {
  const rows = writes.reduce((sum, write) => sum + write.samples.rows, 0)
  const column = (name: string, type: string, encode: (write: Write) => Uint8Array) => ({
    ...{ name, type },
    parts: writes.map(encode),
  })
  return encodeBlock(rows, [
    column('organization', 'UInt32', (write) => constant(write.organization, write.samples.rows)),
    column('thing', 'UInt32', (write) => constant(write.thing, write.samples.rows)),
    column('metric', 'UInt32', ({ samples }) => bytesOf(samples.metrics, samples.rows)),
    column('time', "DateTime64(6, 'UTC')", ({ samples }) =>
      bytesOf(samples.times, samples.rows * 2),
    ),
    column('number', 'Float64', ({ samples }) => bytesOf(samples.numbers, samples.rows)),
    column('text', 'String', ({ samples }) => texts(samples)),
    column('version', 'UInt64', versions),
  ])
}

/** Bytes that the samples take in a block, to the nearest few. */
export function encodedSize({ rows, textUnits }: SampleBuffer): number {
  return rows * 37 + textUnits
}

/** A row's version: one for all of an ascending write, whose rows cannot shadow each other; else one higher a row. */
export function versionOf({ samples, version }: Write, row: number): bigint {
  return samples.ascending ? version : version + BigInt(row)
}

function constant(value: number, rows: number) {
  return bytesOf(new Uint32Array(rows).fill(value), rows)
}

function versions(write: Write) {
  const { rows, ascending } = write.samples
  const column = new BigUint64Array(rows).fill(write.version)
  if (!ascending) {
    for (let row = 1; row < rows; row++) column[row] = versionOf(write, row)
  }
  return bytesOf(column, rows)
}

/** A row that holds no string is the one byte of an empty one. */
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
