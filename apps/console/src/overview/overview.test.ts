import { expect, test } from 'vitest'
import { lastSeen } from './last-seen.ts'
import { countOf } from './queries.ts'

test('the latest things come first, and things that never sent are omitted', () => {
  const things = [
    { id: 'a', lastSeenAt: '2026-01-01T00:00:00.000Z' },
    { id: 'b', lastSeenAt: null },
    { id: 'c', lastSeenAt: '2026-01-02T00:00:00.000Z' },
  ]
  expect(lastSeen(things, 5).map(({ id }) => id)).toEqual(['c', 'a'])
})

test('a count says when there are more than were loaded', () => {
  const items = Array.from({ length: 1000 })
  expect(countOf({ items, nextCursor: null })).toBe('1,000')
  expect(countOf({ items, nextCursor: 'x' })).toBe('more than 1,000')
})
