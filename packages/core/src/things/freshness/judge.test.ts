import { expect, test } from 'vitest'
import { freshnessOf } from './judge.ts'

const now = new Date('2026-06-01T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [90, 'fresh'],
  [91, 'late'],
  [150, 'late'],
  [151, 'silent'],
])('with an interval of a minute and half a minute of grace, data %i s old is %s', (age, word) => {
  expect(freshnessOf({ status: 'Active', lastSeenAt: ago(age) }, 60, now)).toBe(word)
})

test('a thing without data is never seen, whatever is expected', () => {
  expect(freshnessOf({ status: 'Active', lastSeenAt: null }, null, now)).toBe('never')
})

test.each(['Inactive', 'Retired'] as const)('nothing is expected of an %s thing', (status) => {
  expect(freshnessOf({ status, lastSeenAt: null }, 60, now)).toBeNull()
  expect(freshnessOf({ status, lastSeenAt: ago(999) }, 60, now)).toBeNull()
})

test('nothing is expected of a type without an interval', () => {
  expect(freshnessOf({ status: 'Active', lastSeenAt: ago(999) }, null, now)).toBeNull()
})
