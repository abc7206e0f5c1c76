import { expect, test } from 'vitest'
import { keyPeppers } from './peppers.ts'

test('KEY_PEPPERS is parsed by version, and a secret may contain colons', () => {
  expect([...keyPeppers.parse('1:a-first-secret:of-16, 2:a-second-secret-of-16')]).toEqual([
    [1, 'a-first-secret:of-16'],
    [2, 'a-second-secret-of-16'],
  ])
})

test.each([
  '',
  'no-version-at-all-here',
  '1:too-short',
  '1:a-first-secret-of-16,',
  `1:${' '.repeat(20)}`,
])('KEY_PEPPERS of %j is rejected without repeating the value', (text) => {
  const { error } = keyPeppers.safeParse(text)
  expect(error?.issues).toMatchObject([{ message: expect.stringContaining('must be like') }])
  if (text !== '') expect(error?.message).not.toContain(text)
})

test.each([
  ['1:a-first-secret-of-16,01:a-second-secret-of-16', 'must have each version once'],
  ['2147483648:a-first-secret-of-16', 'must have versions of at most 2147483647'],
])('versions that keys cannot go by are rejected without a secret', (text, message) => {
  const { error } = keyPeppers.safeParse(text)
  expect(error?.issues).toMatchObject([{ message }])
  expect(error?.message).not.toContain('secret-of-16')
})

test('the highest version of the column is accepted', () => {
  expect([...keyPeppers.parse('2147483647:a-first-secret-of-16').keys()]).toEqual([2147483647])
})
