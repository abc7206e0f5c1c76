import { describe, expect, test } from 'vitest'
import { chooseInterval } from './interval.ts'
import { defaultRange, rangeEndingAt } from './ranges.ts'

const DAY = 86_400

describe('chooseInterval', () => {
  test('is undefined for few samples, which are shown raw', () => {
    expect(chooseInterval(365 * DAY, 365)).toBeUndefined()
  })

  test.each([
    [DAY, 86_400, '5m'],
    [7 * DAY, 10_080, '30m'],
    [30 * DAY, 43_200, '3h'],
    [365 * DAY, 8_760, '1d'],
    [5 * 365 * DAY, 43_800, '1w'],
    [60 * 365 * DAY, 500_000, '1mo'],
  ])('for %d s with %d samples is %s', (seconds, samples, interval) => {
    expect(chooseInterval(seconds, samples)).toBe(interval)
  })
})

describe('defaultRange', () => {
  test.each([
    [60, '24h'],
    [3600, '7d'],
    [DAY, '1y'],
    [30 * DAY, '5y'],
    [null, '30d'],
  ] as const)('for samples expected every %s s is %s', (expected, name) => {
    expect(defaultRange(expected)).toBe(name)
  })
})

test('a range ends just after the latest sample, however old it is', () => {
  expect(rangeEndingAt('2010-12-31T23:00:00.000Z', '24h')).toEqual({
    from: '2010-12-30T23:00:00.001Z',
    to: '2010-12-31T23:00:00.001Z',
  })
})
