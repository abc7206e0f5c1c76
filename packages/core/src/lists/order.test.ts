import { applicationSorts, keySorts, thingSorts } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { type AnySort, afterPosition, orderOf, positionOf } from './order.ts'

const row = {
  ...{ id: 'b', name: 'Bus' },
  createdAt: new Date('2026-01-01T00:00:00.001Z'),
  updatedAt: new Date('2026-01-02T00:00:00.002Z'),
  lastSeenAt: new Date('2026-01-03T00:00:00.003Z'),
  appliedAt: new Date('2026-01-06T00:00:00.006Z'),
  lastUsedAt: new Date('2026-01-04T00:00:00.004Z'),
  expiresAt: new Date('2026-01-05T00:00:00.005Z'),
}

const allSorts: AnySort[] = [...new Set([...thingSorts, ...keySorts, ...applicationSorts])]

test('ids break ties in the sort direction of the column', () => {
  expect(orderOf('id')).toEqual([{ id: 'asc' }])
  expect(orderOf('-id')).toEqual([{ id: 'desc' }])
  expect(orderOf('-updatedAt')).toEqual([{ updatedAt: 'desc' }, { id: 'desc' }])
})

describe.each(allSorts)('a position in a list sorted by %s', (sort) => {
  test('survives the cursor as a condition on the same values', () => {
    const after = JSON.stringify(afterPosition(sort, positionOf(row, sort)))
    const column = sort.replace('-', '') as keyof typeof row
    expect(after).toContain(sort.startsWith('-') ? '"lt"' : '"gt"')
    expect(after).toContain(JSON.stringify(row[column]))
    expect(after).toContain('"b"')
  })
})

// The id is part of every position, so it is never missing.
test.each(allSorts.filter((sort) => !sort.endsWith('id')))(
  'a cursor sorted by %s is rejected without a valid value of its column',
  (sort) => {
    const wrong = sort.endsWith('At') ? [['b'], ['b', 'soon']] : [['b']]
    for (const place of wrong) expect(() => afterPosition(sort, place)).toThrow(/invalid-request/)
  },
)
