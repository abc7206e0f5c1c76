import { describe, expect, test } from 'vitest'
import { lastDays } from './days.ts'

const HOUR = 3_600_000

function hoursOf(days: ReturnType<typeof lastDays>) {
  return days.slice(1).map(({ start }, i) => (start - (days[i]?.start ?? 0)) / HOUR)
}

test('the last UTC days end with today', () => {
  expect(lastDays(new Date('2026-06-03T00:00:00Z'), 3, 'UTC')).toEqual([
    { date: '2026-06-01', start: Date.parse('2026-06-01T00:00:00Z') },
    { date: '2026-06-02', start: Date.parse('2026-06-02T00:00:00Z') },
    { date: '2026-06-03', start: Date.parse('2026-06-03T00:00:00Z') },
  ])
})

describe('a day', () => {
  test.each([
    ['Asia/Kathmandu', '2026-05-31T18:15:00Z', '2026-06-01'],
    ['Pacific/Kiritimati', '2026-06-01T10:00:00Z', '2026-06-02'],
    ['Pacific/Niue', '2026-06-01T11:00:00Z', '2026-06-01'],
    ['America/St_Johns', '2026-06-01T02:30:00Z', '2026-06-01'],
  ])('in %s begins at local midnight', (timezone, start, date) => {
    const [day] = lastDays(new Date(Date.parse(start) + 60_000), 1, timezone)
    expect(day).toEqual({ date, start: Date.parse(start) })
  })
})

test('a day has 23 or 25 hours where clocks change', () => {
  expect(hoursOf(lastDays(new Date('2026-03-31T12:00:00Z'), 4, 'Europe/Oslo'))).toEqual([
    24, 23, 24,
  ])
  expect(hoursOf(lastDays(new Date('2026-10-27T12:00:00Z'), 4, 'Europe/Oslo'))).toEqual([
    24, 25, 24,
  ])
})

test('a day whose midnight is skipped begins an hour later', () => {
  const days = lastDays(new Date('2026-04-25T12:00:00Z'), 3, 'Africa/Cairo')
  expect(days.map(({ date }) => date)).toEqual(['2026-04-23', '2026-04-24', '2026-04-25'])
  expect(hoursOf(days)).toEqual([24, 23])
})

test('ninety days yield ninety entries without gaps', () => {
  const days = lastDays(new Date('2026-11-20T23:59:59Z'), 90, 'America/New_York')
  expect(days).toHaveLength(90)
  expect(new Set(days.map(({ date }) => date)).size).toBe(90)
  expect(days.at(-1)?.date).toBe('2026-11-20')
})
