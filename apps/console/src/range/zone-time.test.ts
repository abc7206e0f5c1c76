import { expect, test } from 'vitest'
import { timeOfWallClock, wallClock } from './zone-time.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000

test.each([
  ['2026-11-21T15:24:44Z', 'Europe/Berlin', '2026-11-21T16:24'],
  ['2026-07-01T23:30:00Z', 'Europe/Berlin', '2026-07-02T01:30'],
  ['2026-07-01T00:00:00Z', 'UTC', '2026-07-01T00:00'],
  ['2026-01-01T03:00:00Z', 'America/St_Johns', '2025-12-31T23:30'],
])('shows the time %s in %s as %s, and reads it back', (iso, zone, text) => {
  expect(wallClock(seconds(iso), zone)).toBe(text)
  expect(timeOfWallClock(text, zone)).toBe(Math.floor(seconds(iso) / 60) * 60)
})

test('converts local times around a clock change', () => {
  expect(timeOfWallClock('2026-03-29T01:59', 'Europe/Berlin')).toBe(seconds('2026-03-29T00:59:00Z'))
  expect(timeOfWallClock('2026-03-29T03:00', 'Europe/Berlin')).toBe(seconds('2026-03-29T01:00:00Z'))
})

test.each(['', '2026-02-30T12:00'])('converts %j, which is no local time, to NaN', (text) => {
  expect(timeOfWallClock(text, 'Europe/Berlin')).toBeNaN()
})
