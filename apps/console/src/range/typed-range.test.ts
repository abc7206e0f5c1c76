import { expect, test } from 'vitest'
import { readTyped, typedText } from './typed-range.ts'

const zone = 'Europe/Berlin'

test.each([
  ['now-36h', 'now-36h', 'now'],
  ['2026-03-01', '2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  ['2026-03-01 to 2026-03-05', '2026-02-28T23:00:00.000Z', '2026-03-05T23:00:00.000Z'],
  ['2026-03-01 to now', '2026-02-28T23:00:00.000Z', 'now'],
  ['2026-03-01 14:00', '2026-03-01T13:00:00.000Z', 'now'],
  ['2026-03-01 14:00 to 15:30', '2026-03-01T13:00:00.000Z', '2026-03-01T14:30:00.000Z'],
  ['2026-03-01 14:00 to 2026-03-02 00:00', '2026-03-01T13:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  // The clocks go forward, so this day has 23 hours.
  ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
])('reads %s as the range from %s to %s, and shows it as typed', (typed, from, to) => {
  expect(readTyped(typed, zone)).toEqual({ from, to })
  expect(typedText({ from, to }, zone)).toBe(typed)
})

test.each([
  ['2026-03-01T9:05 TO 10:00', '2026-03-01 09:05 to 10:00'],
  ['36h', 'now-36h'],
])('reads %s like %s', (typed, shown) => {
  const range = readTyped(typed, zone)
  expect(range && typedText(range, zone)).toBe(shown)
})

test.each([
  'yesterday',
  '2026-02-30x',
  '2026-13-01',
  '2026-02-30',
  '2026-02-01 to 2026-02-31',
  '2026-03-05 to 2026-03-01',
  '2026-03-01 15:00 to 14:00',
  '2026-03-01 25:00',
  '2026-03-01 to',
  'now to 2026-03-01',
  '',
])('rejects %j', (typed) => {
  expect(readTyped(typed, zone)).toBeUndefined()
})

test('shows nothing for an invalid time in the URL', () => {
  expect(typedText({ from: 'soon', to: 'now' }, zone)).toBe('')
})
