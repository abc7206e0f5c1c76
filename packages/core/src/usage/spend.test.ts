import { expect, test } from 'vitest'
import { spend } from './spend.ts'

const limit = { perMinute: 60, burst: 10 }

test.each([
  ['nothing refuses nothing', [], 0],
  ['a burst is let in, and no more', [{ second: 0, calls: 13 }], 3],
  ['a steady flow at the rate is let in', secondsOf(100, 1), 0],
  ['above the rate the burst is used up first', secondsOf(20, 2), 11],
  [
    'a pause refills it, to the burst at most',
    [
      { second: 0, calls: 10 },
      { second: 5, calls: 6 },
      { second: 1000, calls: 11 },
    ],
    2,
  ],
])('%s', (_what, demand, refused) => {
  expect(spend(demand, limit)).toBe(refused)
})

function secondsOf(count: number, calls: number) {
  return Array.from({ length: count }, (_, second) => ({ second, calls }))
}
