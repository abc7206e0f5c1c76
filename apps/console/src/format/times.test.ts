import { expect, test } from 'vitest'
import { duration, exactTime, relativeTime } from './times.ts'

const now = Date.parse('2026-03-10T12:00:00Z')

test('shows the date in the zone once it is over a month away', () => {
  const iso = '2026-12-31T23:00:00Z'
  expect(relativeTime(iso, now, 'UTC')).toBe('31 Dec 2026')
  expect(relativeTime(iso, now, 'Asia/Tokyo')).toBe('1 Jan 2027')
})

test.each([
  ['2026-03-10T11:59:30Z', 'just now'],
  ['2026-03-10T12:00:10Z', 'just now'],
  ['2026-03-10T12:00:20Z', 'in a moment'],
  ['2026-03-10T11:48:00Z', '12 min ago'],
  ['2026-03-10T07:00:00Z', '5 h ago'],
  ['2026-03-09T12:00:00Z', '1 day ago'],
  ['2026-03-13T12:00:00Z', 'in 3 days'],
  ['2026-04-09T12:00:00Z', 'in 30 days'],
  ['2010-12-31T23:00:00Z', '31 Dec 2010'],
])('shows the time %s as “%s”', (iso, words) => {
  expect(relativeTime(iso, now, 'UTC')).toBe(words)
})

test.each([
  [9, '9 s'],
  [59, '1 min'],
  [90 * 60, '2 h'],
  [86_400, '1 day'],
  [3 * 365 * 86_400, '3 years'],
])('shows a duration of %d seconds as “%s”', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

test('includes the time zone in exact times', () => {
  expect(exactTime('2026-07-01T12:00:07Z')).toBe('1 Jul 2026, 12:00:07 UTC')
  expect(exactTime('2026-07-01T12:00:00Z')).toBe('1 Jul 2026, 12:00 UTC')
  expect(exactTime('2026-07-01T12:00:00Z', 'America/Los_Angeles')).toMatch(/05:00 GMT-7$/)
})
