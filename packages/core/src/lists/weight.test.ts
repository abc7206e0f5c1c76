import { expect, test } from 'vitest'
import { heapBytes, weightOf } from './weight.ts'

test.each([
  ['a number', 5, 1],
  ['a long text', 'x'.repeat(1280), 11],
  ['bytes', new Uint8Array(32), 1],
  ['an instant', new Date(0), 1],
  ['what is nested', { a: [1, { b: null }], c: true }, 6],
  ['what is empty', [{}, {}, []], 4],
])('the weight of %s is about what it takes to parse', (_, value, weight) => {
  expect(weightOf(value)).toBe(weight)
})

test('memory is that of objects, not of what they are written with', () => {
  const written = (value: unknown) => JSON.stringify(value).length
  const [objects, numbers] = [Array(1000).fill({}), Array(1500).fill(1)]
  expect(written(objects)).toBe(written(numbers))
  expect(heapBytes(objects)).toBeGreaterThan(2 * heapBytes(numbers))
  expect(heapBytes('x'.repeat(1000))).toBe(1024)
})
