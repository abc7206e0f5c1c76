import { expect, it } from 'vitest'
import { encodeBlock, encodedSize, type Write } from './native.ts'
import { SampleBuffer } from './sample-buffer.ts'

function writeOf(thing: number, version: bigint, fill: (samples: SampleBuffer) => void): Write {
  const samples = new SampleBuffer(0)
  fill(samples)
  return { organization: 5, thing, samples, version }
}

/** Reads a block as ClickHouse does. */
function decode(block: Buffer) {
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
    String: text,
  }
  const [columns, rows] = [varint(), varint()]
  const table: Record<string, unknown[]> = {}
  for (let column = 0; column < columns; column++) {
    const [name, type] = [text(), text()]
    table[name] = Array.from({ length: rows }, () => readers[type]?.())
  }
  expect(at).toBe(block.length)
  return table
}

it('encodes samples of several calls, column by column', () => {
  const numbers = writeOf(7, 10n, (samples) => {
    samples.push(1, -1, -0)
    samples.push(1, 1_790_000_000_123_456, 5e-324)
  })
  const texts = writeOf(8, 2n ** 63n, (samples) => {
    samples.push(2, 0, true)
    samples.push(3, 0, 'på 😀')
    samples.push(3, 1, '')
    samples.push(3, 2, 'x'.repeat(300))
    samples.push(2, 2, false)
  })
  expect(decode(encodeBlock([numbers, texts]))).toEqual({
    organization: Array(7).fill(5),
    thing: [7, 7, 8, 8, 8, 8, 8],
    metric: [1, 1, 2, 3, 3, 3, 2],
    time: [-1n, 1_790_000_000_123_456n, 0n, 0n, 1n, 2n, 2n],
    number: [-0, 5e-324, 1, Number.NaN, Number.NaN, Number.NaN, 0],
    text: ['', '', '', 'på 😀', '', 'x'.repeat(300), ''],
    version: [10n, 10n, ...Array(5).fill(2n ** 63n)],
  })
})

it('gives rows that may shadow each other versions in their order', () => {
  const write = writeOf(7, 10n, (samples) => {
    for (const time of [5, 5, 4]) samples.push(1, time, time)
    samples.ascending = false
  })
  expect(decode(encodeBlock([write])).version).toEqual([10n, 11n, 12n])
})

it('keeps what was pushed while it grows', () => {
  const write = writeOf(7, 0n, (samples) => {
    for (let i = 0; i < 1000; i++) samples.push(i, i * 1e12, i)
  })
  const { metric, time, number } = decode(encodeBlock([write]))
  expect(metric).toEqual(Array.from({ length: 1000 }, (_, i) => i))
  expect(time).toEqual(Array.from({ length: 1000 }, (_, i) => BigInt(i * 1e12)))
  expect(number).toEqual(metric)
})

it('knows about how large a block becomes', () => {
  const write = writeOf(7, 0n, (samples) => {
    for (let i = 0; i < 1000; i++) samples.push(1, i, i % 2 ? i : 'text')
  })
  const size = encodeBlock([write]).length
  expect(Math.abs(encodedSize(write.samples) - size)).toBeLessThan(200)
})
