import { BinaryWriter } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageReader } from './messages.ts'

test('reads 64-bit integers as the nearest double', () => {
  const numbers = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(fc.array(fc.oneof(numbers, fc.maxSafeInteger().map(BigInt))), (all) => {
      const writer = new BinaryWriter()
      for (const number of all) writer.int64(number)
      const reader = new MessageReader(writer.finish())
      expect(all.map(() => reader.number64())).toEqual(all.map(Number))
      expect(reader.pos).toBe(reader.len)
    }),
  )
})

test('reads texts as written, however often they occur and however alike they are', () => {
  const alike = fc
    .tuple(fc.constantFrom('station-', 'statiön-', ''), fc.nat(40))
    .map(([a, b]) => a + b)
  const texts = fc.oneof(
    alike,
    fc.string({ unit: 'grapheme' }),
    fc.string({ minLength: 120, maxLength: 140 }),
  )
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 60 }), (all) => {
      const writer = new BinaryWriter()
      for (const text of [...all, ...all]) writer.string(text)
      const reader = new MessageReader(writer.finish())
      expect([...all, ...all].map(() => reader.string())).toEqual([...all, ...all])
    }),
  )
})

test('rejects a text or number that extends beyond the body', () => {
  const cut = (write: (writer: BinaryWriter) => BinaryWriter) =>
    new MessageReader(write(new BinaryWriter()).finish().subarray(0, -1))
  expect(() => cut((writer) => writer.string('abcdef')).string()).toThrow()
  expect(() => cut((writer) => writer.int64(2n ** 40n)).number64()).toThrow()
  const twice = cut((writer) => writer.string('abcdef').string('abcdef'))
  expect(twice.string()).toBe('abcdef')
  expect(() => twice.string()).toThrow()
})
