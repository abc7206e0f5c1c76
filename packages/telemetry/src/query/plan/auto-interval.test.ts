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
  [24 * HOUR, 2, '1d'],
  [1, 500, '1s'],
])('%d microseconds in at most %d buckets use the interval %s', (to, points, interval) => {
  expect(writeInterval(autoInterval({ from: 0, to }, points))).toBe(interval)
})

test('a range never has more buckets than requested', () => {
  const ranges = fc.record({
    from: fc.integer({ min: 0, max: 1e15 }),
    length: fc.integer({ min: 1, max: 1e15 }),
    points: fc.integer({ min: 30, max: 10_000 }),
    zone: fc.constantFrom('UTC', 'Europe/Oslo', 'America/St_Johns'),
  })
  fc.assert(
    fc.property(ranges, ({ from, length, points, zone }) => {
      const grid = gridOf(autoInterval({ from, to: from + length }, points), openZone(zone))
      const buckets = grid.numberOf(from + length - 1) - grid.numberOf(from) + 1
      expect(buckets).toBeLessThanOrEqual(points)
    }),
  )
})
