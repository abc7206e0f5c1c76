import { expect, test } from 'vitest'
import { statsOf } from './stats.ts'

const part = (counts: (number | null)[]) => ({
  id: 'a',
  values: {
    'x:avg': counts.map((count, i) => (count === null ? null : i)),
    'x:min': counts.map((count, i) => (count === null ? null : i - 1)),
    'x:max': counts.map((count, i) => (count === null ? null : i + 1)),
    'x:count': counts,
  },
})
const hour = { interval: '1m', from: 0, to: 240_000, now: 1e12 }
const often = { key: 'x', expectedIntervalSeconds: 10 }

test('weighs the average by samples, and takes the extremes over all buckets', () => {
  expect(statsOf(part([6, null, 2]), often, hour, 1)).toMatchObject({ min: -1, avg: 0.5, max: 3 })
  expect(statsOf(part([null]), often, hour, 1)).toMatchObject({ min: null, avg: null, max: null })
})

test('counts coverage over the elapsed time, at most 100 % per bucket', () => {
  const coverage = (counts: (number | null)[], now = 1e12, things = 1) =>
    statsOf(part(counts), often, { ...hour, now }, things)?.coverage
  expect(coverage([6, 6, 6, 6])).toBe(1)
  expect(coverage([6, null, 600, 3])).toBe(0.625)
  expect(coverage([6, 6], 120_000)).toBe(1)
  expect(coverage([6, 6, 6, 6], 1e12, 2)).toBe(0.5)
  expect(coverage([6], 0)).toBeNull()
})

test('counts a sample for its whole expected interval, even if buckets are narrower', () => {
  const rare = { key: 'x', expectedIntervalSeconds: 120 }
  expect(statsOf(part([1, null, 1, null]), rare, hour, 1)?.coverage).toBe(1)
  expect(
    statsOf(part([1]), { ...rare, expectedIntervalSeconds: null }, hour, 1)?.coverage,
  ).toBeNull()
})

test('returns nothing for a series without these columns', () => {
  expect(statsOf({ id: 'a', values: { x: [1] } }, often, hour, 1)).toBeUndefined()
})
