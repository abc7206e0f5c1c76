import { describe, expect, test } from 'vitest'
import { keyIdWithSecret, maskKeySecrets, searchTextOf, withoutKeySecrets } from './key-strings.ts'

const id = '3hZk9QmT7aBc'
const secret = 'a1B2'.repeat(12)
const whole = `svcex_${id}_${secret}x`
const display = `svcex_${id}_...1B2x`

/** Percent-encodes every character. */
function encoded(text: string): string {
  return [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
}

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

describe('a quoted text with a key string', () => {
  test.each([
    [whole, `svcex_${id}_...`],
    [whole.slice(0, 20), `svcex_${id}_...`],
    [`KEY/${whole.toUpperCase()} KEY/a`, `KEY/SVCEX_${id.toUpperCase()}_... KEY/a`],
    [`S${whole.slice(1)}`, `Svcex_${id}_...`],
    [`sVcEx${whole.slice(5)}`, `sVcEx_${id}_...`],
    [`"${whole}" is no field; ${whole}`, `"svcex_${id}_..." is no field; svcex_${id}_...`],
  ])('has its secrets masked: %s', (text, shown) => {
    expect(maskKeySecrets(text)).toBe(shown)
  })

  test.each([
    encoded(whole),
    encoded(encoded(whole)),
    encodeURIComponent(encodeURIComponent(encoded(whole))),
    whole.replace('s', '%73'),
    whole.replaceAll('_', '%5F'),
    whole.slice(0, 30) + encoded(whole.slice(30)),
  ])('is found however it is percent-encoded: %s', (text) => {
    expect(maskKeySecrets(`/v2/key/${text}/usage`)).toBe(`/v2/key/svcex_${id}_.../usage`)
    expect(withoutKeySecrets(text)).toBe(id)
    expect(keyIdWithSecret(text)).toBe(id)
  })

  test('has no secret left after masking, and masking again changes nothing', () => {
    const shown = maskKeySecrets(whole)
    expect(keyIdWithSecret(shown)).toBeUndefined()
    expect(maskKeySecrets(shown)).toBe(shown)
  })
})

test.each([
  '',
  '/v2/thing/a%20b%2Fc%73%25/data',
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
  expect(maskKeySecrets(text)).toBe(text)
  expect(keyIdWithSecret(text)).toBeUndefined()
})
