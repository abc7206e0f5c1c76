import { expect, test } from 'vitest'
import { keyPeppers } from './peppers.ts'

test('KEY_PEPPERS is parsed by version, and a secret may contain colons', () => {
  expect([...keyPeppers.parse('1:a-first-secret:of-16, 2:a-second-secret-of-16')]).toEqual([
    [1, 'a-first-secret:of-16'],
    [2, 'a-second-secret-of-16'],
  ])
})

test.each(['', 'no-version-at-all-here', '1:too-short', '1:a-first-secret-of-16,'])(
  'KEY_PEPPERS of %j is rejected without repeating the value',
  (text) => {
    const { error } = keyPeppers.safeParse(text)
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining('must be like') }])
    if (text !== '') expect(error?.message).not.toContain(text)
  },
)
