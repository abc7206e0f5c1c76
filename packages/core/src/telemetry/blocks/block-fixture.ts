import { SampleBuffer } from './sample-buffer.ts'
import type { Write } from './write.ts'

/** For the tests of blocks: the samples that `fill` pushes, as the writer gets them. */
export function writeOf(
  thing: number,
  version: bigint,
  fill: (samples: SampleBuffer) => void,
): Write {
  const samples = new SampleBuffer(0)
  fill(samples)
  samples.sortByMetric()
  return { organization: 5, thing, samples, version }
}

/** Reads a block as ClickHouse does. */
export function decode(block: Buffer) {
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = block.readUInt8(at++)
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  const text = () => {
    const length = varint()
    at += length
    return block.toString('utf8', at - length, at)
  }
  const fixed = (size: number, read: (at: number) => unknown) => () => {
    at += size
    return read(at - size)
  }
  const readers: Record<string, () => unknown> = {
    UInt32: fixed(4, (from) => block.readUInt32LE(from)),
    "DateTime64(6, 'UTC')": fixed(8, (from) => block.readBigInt64LE(from)),
    Float64: fixed(8, (from) => block.readDoubleLE(from)),
    UInt64: fixed(8, (from) => block.readBigUInt64LE(from)),
    UInt128: fixed(
      16,
      (from) => (block.readBigUInt64LE(from + 8) << 64n) + block.readBigUInt64LE(from),
    ),
    String: text,
  }
  const [columns, rows] = [varint(), varint()]
  const table: Record<string, unknown[]> = {}
  for (let column = 0; column < columns; column++) {
    const [name, type] = [text(), text()]
    table[name] = Array.from({ length: rows }, () => readers[type]?.())
  }
  if (at !== block.length) throw new Error(`The block goes on after ${at} bytes.`)
  return table
}
