import { expect, test } from 'vitest'
import { extraDigits } from './extra-digits.ts'

test.each([
  [5e-324, 324],
  [1e32, 32],
  [-1e-32, 32],
  [1e21, 21],
  [1e20, 0],
  [0.000001, 0],
  [0, 0],
  [Number.POSITIVE_INFINITY, 0],
])('%d needs %d more digits when written in full', (number, digits) => {
  expect(extraDigits(number, 1000)).toBe(digits)
})

test('the digits of all numbers of a value count, until they are too many', () => {
  expect(extraDigits({ list: Array(50).fill(5e-324), other: { a: '1e99', b: 1e30 } }, 20_000)).toBe(
    50 * 324 + 30,
  )
  expect(extraDigits(Array(1000).fill(1e30), 100)).toBe(120)
})
