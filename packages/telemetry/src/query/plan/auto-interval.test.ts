import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridOf, writeInterval } from '../calendar/grid.ts'
import { openZone } from '../calendar/zone.ts'
import { autoInterval } from './auto-interval.ts'

const HOUR = 3600e6

test.each([
  [HOUR, 500, '10s'],
  [24 * HOUR, 500, '5m'],
  [7 * 24 * HOUR, 500, '30m'],
  [30 * 24 * HOUR, 500, '2h'],
  [365 * 24 * HOUR, 500, '1d'],
  [24 * HOUR, 25, '1h'],
  [24 * HOUR, 2, '12h'],
  [200 * 365.25 * 24 * HOUR, 30, '120mo'],
  [200 * 365.25 * 24 * HOUR, 3, '1200mo'],
  [1, 500, '1s'],
])('%d microseconds in at most %d buckets use the interval %s', (to, points, interval) => {
  expect(writeInterval(autoInterval({ from: 0, to }, points, openZone('UTC')))).toBe(interval)
})

test('a range never has more buckets than requested', () => {
  const ranges = fc.record({
    from: fc.integer({ min: 0, max: 1e15 }),
    length: fc.integer({ min: 1, max: 1e15 }),
    // Two centuries may touch three buckets.
    points: fc.oneof(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 30, max: 10_000 })),
    zone: fc.constantFrom('UTC', 'Europe/Oslo', 'America/St_Johns').map(openZone),
  })
  fc.assert(
    fc.property(ranges, ({ from, length, points, zone }) => {
      const grid = gridOf(autoInterval({ from, to: from + length }, points, zone), zone)
      const buckets = grid.numberOf(from + length - 1) - grid.numberOf(from) + 1
      expect(buckets).toBeLessThanOrEqual(points)
    }),
  )
})

test('a day of 23 hours is a day', () => {
  const from = Date.parse('2026-03-28T22:59:59Z') * 1000
  const to = Date.parse('2026-03-29T22:00:01Z') * 1000
  const interval = autoInterval({ from, to }, 2, openZone('Europe/Oslo'))
  expect(writeInterval(interval)).toBe('2d')
})
