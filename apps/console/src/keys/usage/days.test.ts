import { expect, test } from 'vitest'
import { ceilingOf, dayLabel, dayWords } from './days.ts'

test.each([
  [[], 1],
  [[0, 0], 1],
  [[3], 5],
  [[10], 10],
  [[11, 2], 20],
  [[730], 1000],
])('a chart of the daily calls %j has the maximum %d', (calls, ceiling) => {
  expect(ceilingOf(calls.map((count) => ({ calls: count })))).toBe(ceiling)
})

test('a day is described with its date, calls and problems', () => {
  expect(dayLabel('2026-03-01')).toBe('1 Mar')
  const day = { date: '2026-03-01', calls: 1200, ok: 1197, refused: 3, failed: 0 }
  expect(dayWords({ ...day, problems: { 'scope-missing': 3 } })).toBe(
    '1 Mar: 1,200 calls, 3 scope-missing',
  )
})
