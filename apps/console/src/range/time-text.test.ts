import { expect, test } from 'vitest'
import { apiTime, lengthOf, periodBefore, rangeText, readRange, spanOf } from './time-text.ts'

test("converts a relative range of the URL to the API's form, and keeps absolute times", () => {
  expect(['now-7d', '-7d', 'now', '2026-01-01T00:00:00Z'].map(apiTime)).toEqual([
    ...['-7d', '-7d', 'now', '2026-01-01T00:00:00Z'],
  ])
})

test('the previous period has the same length and ends where the range starts', () => {
  const week = { from: 'now-7d', to: 'now' }
  expect(periodBefore(week, undefined)).toEqual({ from: '-1209600s', to: '-604800s' })
  expect(periodBefore({ from: 'now-7d', to: 'now-1d' }, undefined)).toEqual({
    from: '-1123200s',
    to: '-604800s',
  })
  const day = { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }
  expect(periodBefore(day, undefined)).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  })
  expect(periodBefore({ from: 'now', to: 'now-1h' }, undefined)).toBeUndefined()
})

test('the previous period of a range with one relative time is known once there is an answer', () => {
  const range = { from: '2026-01-02T00:00:00Z', to: 'now' }
  expect(periodBefore(range, undefined)).toBeUndefined()
  const from = Date.parse(range.from) / 1000
  expect(periodBefore(range, { from, to: from + 3600 })).toEqual({
    from: '2026-01-01T23:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  })
})

test('lengthOf handles relative times, absolute times, and both', () => {
  expect(lengthOf({ from: 'now-2h', to: '-1h' })).toBe(3600)
  expect(lengthOf({ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:01:00Z' })).toBe(60)
  expect(lengthOf({ from: '1970-01-01T00:00:00Z', to: 'now' })).toBeGreaterThan(1e9)
})

test('spanOf resolves relative and absolute times, unless the range is invalid', () => {
  const now = Date.parse('2026-01-01T02:00:00Z')
  const span = { from: now / 1000 - 3600, to: now / 1000 }
  expect(spanOf({ from: 'now-1h', to: 'now' }, now)).toEqual(span)
  expect(spanOf({ from: '2026-01-01T01:00:00Z', to: 'now' }, now)).toEqual(span)
  expect(spanOf({ from: 'then', to: 'now' }, now)).toBeUndefined()
  expect(spanOf({ from: 'now', to: 'now-1h' }, now)).toBeUndefined()
})

test.each([
  ['now-36h', { from: 'now-36h', to: 'now' }],
  [' 36H ', { from: 'now-36h', to: 'now' }],
  ['-14d to -7d', { from: 'now-14d', to: 'now-7d' }],
  ['now-7d/now-1d', { from: 'now-7d', to: 'now-1d' }],
  ['now-1d to now-7d', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('reads the typed range %j as %j', (typed, range) => {
  expect(readRange(typed)).toEqual(range)
})

test('shows a relative range as it can be typed', () => {
  expect(rangeText({ from: '-36h', to: 'now' })).toBe('now-36h')
  expect(rangeText({ from: 'now-14d', to: '-7d' })).toBe('now-14d to now-7d')
  expect(rangeText({ from: '2026-01-01T00:00:00Z', to: 'now' })).toBeUndefined()
})
