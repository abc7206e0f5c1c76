import { describe, expect, test } from 'vitest'
import { searchTextOf, withoutKeySecrets } from './key-strings.ts'

const id = '3hZk9QmT7aBc'
const secret = 'a1B2'.repeat(12)
const whole = `svcex_${id}_${secret}x`
const display = `svcex_${id}_...1B2x`

describe('a pasted text with a key string', () => {
  test.each([
    whole,
    whole.replace('svcex', 'svcad'),
    ` ${whole}\n`,
    `X-Api-Key: ${whole}`,
    `"${whole}", "svcad_${id.toLowerCase()}_${secret}y"`,
    whole.slice(0, 30),
    whole.slice(0, 20),
    `${whole}0`,
  ])("is reduced to the key's id for a search: %#", (text) => {
    expect(searchTextOf(text)).toBe(id)
  })

  test('has all its secrets removed and nothing else', () => {
    const url = `/keys/${whole}?text=${whole.replace('svcex', 'svcad')}&status=Active`
    expect(withoutKeySecrets(url)).toBe(`/keys/${id}?text=${id}&status=Active`)
  })
})

test.each([
  '',
  'roof',
  id,
  'svcex',
  `svcex_${id}`,
  `svcex_${id}_`,
  display,
  `...${secret.slice(-4)}`,
])('a text without a secret is unchanged: "%s"', (text) => {
  expect(searchTextOf(text)).toBe(text)
  expect(withoutKeySecrets(text)).toBe(text)
})
