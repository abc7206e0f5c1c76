import { encodeCursor } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { cursorOf, positionOf } from './page-cursor.ts'

const query = { metrics: 'wind', from: '-24h', thing: 7 }
const range = { from: -5, to: 1_790_000_000_123_456 }

it('a cursor decodes to the range and position it was made from', () => {
  const cursor = cursorOf(query, range, 17) ?? ''
  expect(positionOf(query, cursor)).toEqual({ range, start: 17 })
})

it('the cursor is null after the last page', () =>
  expect(cursorOf(query, range, undefined)).toBeNull())

it('a cursor is valid with another page size, but not with another query', () => {
  const cursor = cursorOf(query, range, 17) ?? ''
  expect(positionOf({ ...query, limit: 3, cursor, fields: 'values' }, cursor).start).toBe(17)
  expect(() => positionOf({ ...query, thing: 8 }, cursor)).toThrow('invalid-request')
  expect(() => positionOf({ ...query, from: '-25h' }, cursor)).toThrow('invalid-request')
})

it.each([
  '',
  'x',
  '{}',
  '💥',
  encodeCursor(query, ['1', '2']),
  encodeCursor(query, ['a', 'b', 'c']),
  encodeCursor(query, ['-9000000000000000', '0', '0']),
  encodeCursor(query, ['5', '5', '5']),
])('the cursor %j is rejected', (cursor) => {
  expect(() => positionOf(query, cursor)).toThrow('invalid-request')
})
