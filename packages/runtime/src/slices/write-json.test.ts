import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from './in-slices.ts'
import { writeJson } from './write-json.ts'

const textOf = (work: ReturnType<typeof writeJson>) => Buffer.from(atOnce(work)).toString()

it('the JSON writer writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const depth of [0, 1, 2, 5]) {
        expect(textOf(writeJson(value, JSON.stringify, depth))).toBe(JSON.stringify(value))
      }
    }),
  )
})

it.each([
  [{ a: undefined, b: [undefined, 1], c: new Date(0) }],
  [[{ a: 1 }, undefined, null, [undefined]]],
  [{ items: Array.from({ length: 5000 }, (_, i) => i), x: { y: { z: { w: [1] } } } }],
  [{ names: ['Zürich', '日本', '\u{1f69a}', '\ud800'], long: ['é'.repeat(40_000)], none: {} }],
])('the JSON writer writes what JSON.stringify writes, special value %#', (value) => {
  expect(textOf(writeJson(value))).toBe(JSON.stringify(value))
})

it.each([
  ['elements', { items: Array.from({ length: 1000 }, (_, id) => ({ id })) }],
  ['values', { values: { a: Array.from({ length: 100_000 }, (_, i) => i) } }],
  ['long texts', { values: { a: Array.from({ length: 1000 }, () => '"'.repeat(4096)) } }],
])('the JSON writer yields between %s', (_what, value) => {
  expect([...writeJson(value, JSON.stringify, 5)].length).toBeGreaterThan(40)
})

it('a text that escapes make six times as long is refused before it fills the memory', () => {
  const list = Array<string>(12_000).fill('\u0001'.repeat(4096))
  expect(() => atOnce(writeJson({ list }))).toThrow('The response would be too large')
})
