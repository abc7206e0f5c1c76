import { expect, it } from 'vitest'
import { IsoTimes } from '../iso-times.ts'
import { isLight, weightOf } from './weight.ts'

it('a text weighs the more, the longer it is', () => {
  expect([0, null, '', 'x'.repeat(320)].map(weightOf)).toEqual([1, 1, 1, 11])
})

it.each([
  [[1, 2, 3], 5],
  [{ a: 'x'.repeat(320), b: null }, 14],
  [{ items: [{ a: 1 }, { a: [] }] }, 7],
  [{ times: new IsoTimes([1, 2, 3]) }, 5],
])('what a value holds weighs as much together: %j', (value, weight) => {
  expect(isLight(value, weight)).toBe(true)
  expect(isLight(value, weight - 1)).toBe(false)
})
