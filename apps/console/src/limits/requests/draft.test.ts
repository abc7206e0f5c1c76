import { expect, test } from 'vitest'
import { emptyRequest, fieldOf, toDraft } from './draft.ts'

const values = { ...emptyRequest, 'data-read': 9000, ingest: 600, reason: 'more trucks' }

test('only the tiers that were filled in are requested', () => {
  expect(toDraft(values)).toEqual({
    tiers: [
      { tier: 'data-read', perMinute: 9000 },
      { tier: 'ingest', perMinute: 600 },
    ],
    reason: 'more trucks',
    until: null,
  })
})

test('the end of a limit is sent in UTC', () => {
  const until = new Date(2027, 0, 31, 12, 0)
  expect(toDraft({ ...values, until: '2027-01-31T12:00' }).until).toBe(until.toISOString())
  expect(toDraft({ ...values, until: 'soon' }).until).toBe('soon')
})

test.each([
  ['tiers.0.perMinute', 'data-read'],
  ['tiers.1.perMinute', 'ingest'],
  ['tiers', 'standard'],
  ['reason', 'reason'],
  ['until', 'until'],
  ['color', undefined],
])('a fault of %s is shown at the field %s', (path, field) => {
  expect(fieldOf(values, path)).toBe(field)
})
