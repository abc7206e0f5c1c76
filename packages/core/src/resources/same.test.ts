import { expect, test } from 'vitest'
import { isSame } from './same.ts'

test.each([
  [{ at: [-0, 51.5] }, { at: [0, 51.5] }],
  [{ a: 1, b: undefined }, { a: 1 }],
  [undefined, undefined],
])('what is stored alike is the same: %j', (one, other) => {
  expect(isSame(one, other)).toBe(true)
})

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: null }, {}],
  [
    [1, 2],
    [2, 1],
  ],
  [undefined, null],
])('what differs does not: %j', (one, other) => {
  expect(isSame(one, other)).toBe(false)
})
