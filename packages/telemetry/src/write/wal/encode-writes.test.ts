import { deserialize, serialize } from 'node:v8'
import { atOnce } from '@sluice/runtime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleAt } from '../../testing/blocks.ts'
import { SampleBuffer } from '../blocks/sample-buffer.ts'
import type { Write } from '../blocks/write.ts'
import { decodeWrites, encodeWrites } from './encode-writes.ts'
import { serializeTexts } from './serialize-texts.ts'

const encoded = (writes: readonly Write[]) => Buffer.concat(atOnce(encodeWrites(writes)))
const decoded = (bytes: Buffer) => atOnce(decodeWrites(bytes))

const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const micros = fc.integer({ min: -62_135_596_800_000_000, max: Number.MAX_SAFE_INTEGER })
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 5e-324),
  fc.string({ unit: 'binary' }),
)
const samples = fc
  .record({
    rows: fc.array(fc.tuple(uint32, micros, value), { maxLength: 8 }),
    sorted: fc.boolean(),
  })
  .map(({ rows, sorted }) => {
    const buffer = new SampleBuffer(3)
    for (const row of rows) buffer.push(...row)
    buffer.ascending = sorted
    return buffer
  })
const write: fc.Arbitrary<Write> = fc.record({
  ...{ organization: uint32, thing: uint32, samples },
  version: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
})

/** A write without the spare capacity of its columns. */
function plain({ samples: { rows, ...samples }, ...write }: Write) {
  return {
    ...{ ...write, rows, ...samples },
    metrics: samples.metrics.subarray(0, rows),
    numbers: samples.numbers.subarray(0, rows),
    times: samples.times.subarray(0, rows * 2),
  }
}

it('encoded writes decode to the same bits, sorted by metric if an earlier version has not done so', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 5 }), (writes) => {
      const found = decoded(encoded(writes))
      for (const { samples } of writes) atOnce(samples.sortByMetric())
      expect(found.map(plain)).toStrictEqual(writes.map(plain))
    }),
  )
})

it('small and large writes keep their order', () => {
  const sizes = [0, 1, 127, 128, 300, 2, 128, 5]
  const writes = sizes.map((rows, thing): Write => {
    const samples = new SampleBuffer(rows)
    for (let row = 0; row < rows; row += 1) samples.push(thing, row * 1e9, row / 3)
    return { organization: 1, thing, samples, version: 1n }
  })
  expect(decoded(encoded(writes)).map(plain)).toStrictEqual(writes.map(plain))
})

it('many or long texts are encoded in parts, and are the same list', () => {
  const all = ['idle', 'på', '😀 busy', ''].map((text, thing): Write => {
    const samples = new SampleBuffer(0)
    for (let row = 0; row < 7000; row += 1) {
      samples.push(1, row, row % 3 ? `${text} ${row}` : row)
      if (row === 5000) samples.push(2, row, text.repeat(100_000))
    }
    atOnce(samples.sortByMetric())
    return { organization: 1, thing, samples, version: 1n }
  })
  const few = (thing: number): Write => {
    return { organization: 1, thing, samples: sampleAt(0, 'one'), version: 1n }
  }
  const writes = [few(8), ...all, few(9)]
  expect(decoded(encoded(writes)).map(plain)).toStrictEqual(writes.map(plain))
  const listOf = (some: readonly Write[]) => {
    const list: unknown[] = []
    for (const [i, { samples }] of some.entries()) list.push([i, samples.textRows, samples.texts])
    return list
  }
  expect(deserialize(atOnce(serializeTexts(writes)))).toEqual(listOf(writes))
  // Other versions read the same format: where nothing has to be aligned, not a byte differs.
  const latin = writes.slice(0, 3)
  expect(atOnce(serializeTexts(latin)).equals(serialize(listOf(latin)))).toBe(true)
})

it('a turn encodes no more than a few thousand texts', () => {
  const samples = new SampleBuffer(0)
  for (let row = 0; row < 100_000; row += 1) samples.push(1, row, 'idle')
  const turns = [...encodeWrites([{ organization: 1, thing: 2, samples, version: 1n }])]
  expect(turns.length).toBeGreaterThan(40)
})

it('writes in the first log format are decoded', () => {
  const samples = new SampleBuffer(2)
  samples.push(7, 1_700_000_000_000_000, 21.5)
  samples.push(8, 1_700_000_000_000_001, 'open')
  const { times, numbers, metrics, textRows, texts } = samples
  const heads = serialize([[1, 2, 3n, 2, true, textRows, texts]])
  const columns = [times, numbers, metrics].map(({ buffer }) => Buffer.from(buffer))
  const bytes = Buffer.concat([Buffer.alloc(8), heads, ...columns])
  bytes.writeUInt32LE(1)
  bytes.writeUInt32LE(heads.length, 4)
  const write: Write = { organization: 1, thing: 2, version: 3n, samples }
  expect(decoded(bytes).map(plain)).toStrictEqual([plain(write)])
})

it('writes whose lengths do not fit are rejected', () => {
  const samples = new SampleBuffer(1)
  samples.push(7, 1_700_000_000_000_000, 21.5)
  const bytes = encoded([{ organization: 1, thing: 2, version: 3n, samples }])
  for (const wrong of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.alloc(20)])]) {
    expect(() => decoded(wrong)).toThrow('do not fit')
  }
})

it('writes in a later log format are rejected', () => {
  const bytes = encoded([])
  bytes.writeUInt32LE(3)
  expect(() => decoded(bytes)).toThrow('The log of samples is of form 3; known are 1 to 2.')
})
