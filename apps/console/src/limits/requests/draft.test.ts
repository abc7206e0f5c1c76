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

test('an empty end is none', () => {
  expect(toDraft({ ...values, until: '' }).until).toBeNull()
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
