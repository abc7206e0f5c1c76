import { expect, test } from 'vitest'
import { healthOf } from '../health/health.ts'
import { filtersOf, isLocal, keysQuery } from '../query.ts'
import { exampleKey } from '../testing/example-key.ts'
import { foundKeys, pageOf } from './found.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const keys = [
  exampleKey({ id: 'a', name: 'Roof 10', lastUsedAt: '2026-05-30T00:00:00Z' }),
  exampleKey({ id: 'b', name: 'roof 9', keyType: 'Admin' }),
  exampleKey({ id: 'c', name: 'Yard', expiresAt: '2026-06-03T00:00:00Z' }),
]
const known = {
  health: (key: (typeof keys)[number]) => healthOf(key, undefined, now),
  calls: ({ id }: (typeof keys)[number]) => (id === 'c' ? 5 : 0),
}

const ids = (query: string) =>
  foundKeys(keys, filtersOf(new URLSearchParams(query)), known).map(({ id }) => id)

test.each([
  ['', ['a', 'b', 'c']],
  ['text=ROOF', ['a', 'b']],
  ['type=Admin', ['b']],
  ['health=expiring', ['c']],
  ['health=unused&type=External', ['c']],
  ['sort=name', ['b', 'a', 'c']],
  ['sort=used', ['a', 'b', 'c']],
  ['sort=expiry', ['c', 'a', 'b']],
  ['sort=calls', ['c', 'a', 'b']],
  ['sort=sideways&health=bad', ['a', 'b', 'c']],
])('%s finds %j', (query, found) => {
  expect(ids(query)).toEqual(found)
})

test('the server pages what it can filter; the rest is looked through here', () => {
  const query = (text: string) => keysQuery(new URLSearchParams(text)).query
  expect(query('status=Active&cursor=abc')).toEqual({ status: 'Active', cursor: 'abc' })
  expect(query('status=Active&cursor=50&sort=name')).toEqual({ status: 'Active', limit: 1000 })
  expect(isLocal(filtersOf(new URLSearchParams('status=Active')))).toBe(false)
})

test('pages of what is here', () => {
  const many = Array.from({ length: 60 }, (_, i) => exampleKey({ id: String(i) }))
  expect(pageOf(many, null)).toMatchObject({ nextCursor: '50', items: { length: 50 } })
  expect(pageOf(many, '50')).toMatchObject({ nextCursor: null, items: { length: 10 } })
  expect(pageOf(many, 'nonsense').items).toHaveLength(50)
})
