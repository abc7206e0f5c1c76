import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { compilePattern } from './pattern.ts'

test.each([
  ['cpu', 'cpu', true],
  ['cpu', 'cpu0', false],
  ['cpu*', 'cpu', true],
  ['*_total', 'a_total', true],
  ['a*a', 'a', false],
  ['a*b*a', 'aba', true],
  ['a*ba*a', 'aba', false],
  ['*', '', true],
  ['', '', true],
  ['', 'a', false],
  ['a*', 'a'.repeat(256), true],
  ['a*', 'a'.repeat(257), false],
  ['**', 'a'.repeat(257), true],
])('the pattern %j matches %j: %s', (pattern, text, fits) => {
  expect(compilePattern(pattern)(text)).toBe(fits)
})

test('a pattern matches the same texts as the equivalent regular expression', () => {
  const letters = fc.stringMatching(/^[ab*]{0,6}$/)
  const texts = fc.stringMatching(/^[ab]{0,8}$/)
  fc.assert(
    fc.property(letters, texts, (pattern, text) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text)
      expect(compilePattern(pattern)(text)).toBe(expected)
    }),
  )
})

test('a text of over 256 characters is not searched', () => {
  const fits = compilePattern('*aab*')
  const search = vi.spyOn(String.prototype, 'indexOf')
  fits('a'.repeat(256))
  const before = search.mock.calls.length
  expect(fits('a'.repeat(7000))).toBe(false)
  const after = search.mock.calls.length
  search.mockRestore()
  expect([before, after]).toEqual([1, 1])
})
