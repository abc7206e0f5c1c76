import { atOnce } from '@sluice/runtime'
import { expect, test } from 'vitest'
import { spend } from './spend.ts'

const limit = { perMinute: 60, burst: 10 }

test.each([
  ['rejects nothing without calls', [], 0],
  ['admits a burst and no more', [{ second: 0, calls: 13 }], 3],
  ['admits a steady flow at the rate', secondsOf(100, 1), 0],
  ['uses up the burst when the flow is above the rate', secondsOf(20, 2), 11],
  [
    'refills during a pause, up to the burst',
    [
      { second: 0, calls: 10 },
      { second: 5, calls: 6 },
      { second: 1000, calls: 11 },
    ],
    2,
  ],
])('a replay of calls against a limit %s', (_what, demand, refused) => {
  expect(atOnce(spend(demand, limit))).toBe(refused)
})

function secondsOf(count: number, calls: number) {
  return Array.from({ length: count }, (_, second) => ({ second, calls }))
}
