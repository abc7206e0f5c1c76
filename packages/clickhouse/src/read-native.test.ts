import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { bytesOf, type Column, distinctTexts, encodeBlock, prefixed } from './native-block.ts'
import { type NativeColumn, valueReader } from './native-column.ts'
import { readNative as blocksOf } from './read-native.ts'

const readNative = (bytes: Buffer) => atOnce(blocksOf([bytes]))

const long = 'ø'.repeat(2048)
const numbers = [-0, 0.1, Number.NaN, 2 ** 53 - 1]
const plain: Column[] = [
  { name: 'a', type: 'UInt8', parts: [Uint8Array.of(0, 1, 2, 255)] },
  { name: 'b', type: 'UInt32', parts: [bytesOf(Uint32Array.of(0, 1, 2, 2 ** 32 - 1), 4)] },
  { name: 'c', type: 'Int32', parts: [bytesOf(Int32Array.of(0, 1, -1, -(2 ** 31)), 4)] },
  { name: 'd', type: 'UInt64', parts: [bytesOf(BigUint64Array.of(0n, 1n, 2n ** 53n, 1n), 4)] },
  { name: 'e', type: 'Float64', parts: [bytesOf(Float64Array.from(numbers), 4)] },
  { name: 'f', type: 'String', parts: ['', 'å', long, '0'].map(prefixed) },
]
const times = BigUint64Array.from(
  [0n, -1n, 1_700_000_000_123_456n, -62_135_596_800_000_001n],
  (n) => BigInt.asUintN(64, n),
)
const nested: Column[] = [
  { name: 'g', type: 'Int64', parts: [bytesOf(times, 4)] },
  {
    name: 'h',
    type: 'Tuple(UInt8, Tuple(Nullable(Float64), String))',
    parts: [
      ...[Uint8Array.of(1, 2, 3, 4), Uint8Array.of(0, 1, 0, 0)],
      ...[bytesOf(Float64Array.of(-0, 0, 7, 0.5), 4), ...['p', 'q', 'r', 's'].map(prefixed)],
    ],
  },
  {
    name: 'i',
    type: 'Array(Float64)',
    parts: [
      bytesOf(BigUint64Array.of(2n, 2n, 3n, 5n), 4),
      bytesOf(Float64Array.of(1.5, -0, Number.NaN, 8, 2 ** 53), 5),
    ],
  },
]

function valuesOf(column: NativeColumn): unknown[] {
  const read = valueReader(column)
  return [0, 1, 2, 3].map((row) => read(row))
}

it('a native block is read with its numbers, strings and microseconds unchanged', () => {
  const [block] = readNative(encodeBlock(4, [...plain, ...nested]))
  expect(block?.columns.map(valuesOf)).toEqual([
    [0, 1, 2, 255],
    [0, 1, 2, 2 ** 32 - 1],
    [0, 1, -1, -(2 ** 31)],
    [0, 1, 2 ** 53, 1],
    [-0, 0.1, null, 2 ** 53 - 1],
    ['', 'å', long, '0'],
    [0, -1, 1_700_000_000_123_456, Number(-62_135_596_800_000_001n)],
    [
      [1, [-0, 'p']],
      [2, [null, 'q']],
      [3, [7, 'r']],
      [4, [0.5, 's']],
    ],
    [[1.5, -0], [], [null], [8, 2 ** 53]],
  ])
})

it.each([1, 2, 7, 64, 5000])('a native answer is read in pieces of %d bytes', (size) => {
  const block = encodeBlock(4, [...plain, ...nested])
  const whole = Buffer.concat([block, block])
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
    Uint8Array.from(whole.subarray(i * size, (i + 1) * size)),
  )
  const [first, second] = atOnce(blocksOf(pieces))
  const [expected] = readNative(block)
  expect(first?.columns.map(valuesOf)).toEqual(expected?.columns.map(valuesOf))
  expect(second?.columns.map(valuesOf)).toEqual(expected?.columns.map(valuesOf))
  expect(() => atOnce(blocksOf(pieces.slice(0, -1)))).toThrow('cut short')
})

it('empty texts are read in slices, also between others', () => {
  const texts = Array.from({ length: 100_000 }, (_, i) => (i % 30_000 === 7 ? `text ${i}` : ''))
  const work = blocksOf([encodeBlock(texts.length, [distinctTexts('t', texts)])])
  let slices = 0
  let step = work.next()
  for (; !step.done; step = work.next()) slices += 1
  expect(step.value[0]?.columns).toEqual([texts])
  expect(slices).toBeGreaterThan(20)
})

it('long texts are read in slices', () => {
  const texts = Array.from({ length: 2000 }, () => 'x'.repeat(4096))
  const work = blocksOf([encodeBlock(texts.length, [distinctTexts('t', texts)])])
  let slices = 0
  let step = work.next()
  for (; !step.done; step = work.next()) slices += 1
  expect(step.value[0]?.columns).toEqual([texts])
  expect(slices).toBeGreaterThan(50)
})

it('consecutive native blocks are read, and an empty body has none', () => {
  const block = encodeBlock(4, plain)
  expect(readNative(Buffer.concat([block, block])).map(({ rows }) => rows)).toEqual([4, 4])
  expect(readNative(Buffer.alloc(0))).toEqual([])
})

it('a native body that is truncated or ends in an error message is rejected', () => {
  const block = encodeBlock(4, [...plain, ...nested])
  for (let length = 1; length < block.length; length += 41) {
    expect(() => readNative(block.subarray(0, length))).toThrow()
  }
  const message = Buffer.from('Code: 159. DB::Exception: Timeout exceeded')
  expect(() => readNative(Buffer.concat([block, message]))).toThrow()
  expect(() => readNative(encodeBlock(1, [{ name: 'x', type: 'UUID', parts: [] }]))).toThrow(/UUID/)
})

it.each([
  ['short ASCII', ['', 'a', 'x'.repeat(127), '0']],
  ['a longer text', ['', 'a', 'x'.repeat(128), '0']],
  ['a text beyond ASCII', ['', 'å', '\u0080', '0']],
  ['an unpaired surrogate', ['', '\ud800', 'b', '0']],
])('a column of distinct texts is read as it was written: %s', (_case, texts) => {
  const [block] = readNative(encodeBlock(4, [distinctTexts('t', texts)]))
  expect(block?.columns.map(valuesOf)).toEqual([texts.map((text) => text.toWellFormed())])
})
