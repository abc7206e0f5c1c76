import { expect, test } from 'vitest'
import { barsOf, startsOf } from './call-intervals.ts'

const MINUTE = 60_000
const end = Date.parse('2026-06-01T12:07:31Z')

test.each([
  ['a minute', MINUTE, 1],
  ['an hour', 60 * MINUTE, 30],
  ['six hours', 360 * MINUTE, 300],
  ['a day', 1440 * MINUTE, 900],
  ['a week', 7 * 1440 * MINUTE, 10_800],
  ['all that is kept', 100 * 1440 * MINUTE, 86_400],
])('%s has whole bars that cover it, and few enough', (_, length, interval) => {
  const start = end - length
  const bars = barsOf({ start, end })
  const starts = startsOf(bars)
  expect(bars).toMatchObject({ interval, byQuarter: interval >= 900 })
  expect(bars.from * 1000).toBeLessThanOrEqual(start)
  expect(bars.to * 1000).toBeGreaterThanOrEqual(end)
  expect([starts[0], (starts.at(-1) ?? 0) + interval]).toEqual([bars.from, bars.to])
  expect(starts.length).toBeLessThanOrEqual(150)
  expect(starts.every((at) => at % interval === 0)).toBe(true)
})

test('an empty range has one bar', () => {
  expect(startsOf(barsOf({ start: end, end }))).toHaveLength(1)
})
