import { expect, test } from 'vitest'
import { tenantsQuery } from './query.ts'

test('a search text is cut to the length that the server takes', () => {
  const params = new URLSearchParams({ text: 'x'.repeat(300), cursor: 'c' })
  expect(tenantsQuery(params)).toEqual({ text: 'x'.repeat(100), cursor: 'c' })
  expect(tenantsQuery(new URLSearchParams())).toEqual({})
})
