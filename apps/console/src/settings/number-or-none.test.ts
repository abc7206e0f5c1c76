import { expect, test } from 'vitest'
import { numberOrNone } from './number-or-none.ts'

const faultOf = numberOrNone('Enter a number.')

test.each(['-', '.', '-.'])('%s is refused, not taken for no limit', (typed) => {
  expect(faultOf(typed)).toBe('Enter a number.')
})

test.each([0.5, '0.5', -1, '1e400'])('%j is refused, not taken for another number', (typed) => {
  expect(faultOf(typed)).toBe('Enter a number.')
})

test.each([30, '30', 0, ''])('%j is a number or none', (typed) => {
  expect(faultOf(typed)).toBeNull()
})
