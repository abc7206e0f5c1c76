import { expect, test } from 'vitest'
import { emptyRequest, fieldOf, toDraft } from './draft.ts'

const values = {
  ...{ ...emptyRequest, 'data-read': 9000, ingest: 600, samples: 1.5, reason: 'more trucks' },
}

test('only what was filled in is requested', () => {
  expect(toDraft(values)).toEqual({
    tiers: [
      { tier: 'data-read', perMinute: 9000 },
      { tier: 'ingest', perMinute: 600 },
    ],
    storage: [{ kind: 'samples', bytes: 1.5 * 2 ** 30 }],
    reason: 'more trucks',
    until: null,
  })
})

test('an empty end means none', () => {
  expect(toDraft({ ...values, until: '' }).until).toBeNull()
})

test.each([
  ['tiers.0.perMinute', 'data-read'],
  ['tiers.1.perMinute', 'ingest'],
  ['storage.0.bytes', 'samples'],
  ['storage.1.bytes', undefined],
  ['tiers', 'standard'],
  ['reason', 'reason'],
  ['until', 'until'],
  ['color', undefined],
])('a fault of %s is shown at the field %s', (path, field) => {
  expect(fieldOf(values, path)).toBe(field)
})
