import { expect, test } from 'vitest'
import { keyPeppers } from './peppers.ts'

test('peppers by version; a secret may hold colons', () => {
  expect([...keyPeppers.parse('1:a-first-secret:of-16, 2:a-second-secret-of-16')]).toEqual([
    [1, 'a-first-secret:of-16'],
    [2, 'a-second-secret-of-16'],
  ])
})

test.each(['', 'no-version-at-all-here', '1:too-short', '1:a-first-secret-of-16,'])(
  '%j is refused, and not repeated',
  (text) => {
    const { error } = keyPeppers.safeParse(text)
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining('must be like') }])
    if (text !== '') expect(error?.message).not.toContain(text)
  },
)
