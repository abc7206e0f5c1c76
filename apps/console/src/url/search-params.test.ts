import { expect, test } from 'vitest'
import { asSearchParams, oneOf, text } from './search-params.ts'

test('the first of a repeated parameter is used, and missing ones are omitted', () => {
  expect(asSearchParams({ a: ['1', '2'], b: undefined, c: 'x' }).toString()).toBe('a=1&c=x')
})

test('an empty or unknown parameter value is ignored', () => {
  const params = new URLSearchParams('text=&status=Broken&kind=b')
  expect(text(params, 'text')).toBeUndefined()
  expect(oneOf(params, 'status', ['Active'])).toBeUndefined()
  expect(oneOf(params, 'kind', ['a', 'b'])).toBe('b')
})
