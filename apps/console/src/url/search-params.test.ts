import { expect, test } from 'vitest'
import { asSearchParams, oneOf, text } from './search-params.ts'

test('uses the first of a repeated parameter, and omits missing ones', () => {
  expect(asSearchParams({ a: ['1', '2'], b: undefined, c: 'x' }).toString()).toBe('a=1&c=x')
})

test('ignores an empty or unknown parameter value', () => {
  const params = new URLSearchParams('text=&status=Broken&kind=b')
  expect(text(params, 'text')).toBeUndefined()
  expect(oneOf(params, 'status', ['Active'])).toBeUndefined()
  expect(oneOf(params, 'kind', ['a', 'b'])).toBe('b')
})
