import { encodeCursor } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { cursorOf, positionOf } from './page-cursor.ts'

const query = { metrics: 'wind', from: '-24h', thing: 7 }
const range = { from: -5, to: 1_790_000_000_123_456 }

it('comes back as it was', () => {
  const cursor = cursorOf(query, range, 17) ?? ''
  expect(positionOf(query, cursor)).toEqual({ range, start: 17 })
})

it('is null at the end', () => expect(cursorOf(query, range, undefined)).toBeNull())

it('holds for another page size, and for nothing else', () => {
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
])('refuses %j', (cursor) => {
  expect(() => positionOf(query, cursor)).toThrow('invalid-request')
})
