import { describe, expect, test } from 'vitest'
import { isSameOrigin, trustedOrigins } from './origins.ts'

const HOME = 'https://console.example'

describe('isSameOrigin', () => {
  test.each([
    ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }, true],
    ['a fetch from a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: HOME }, false],
    ['a fetch from another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['the same origin from an old browser', { origin: HOME }, true],
    ['another origin from an old browser', { origin: 'https://evil.example' }, false],
    ['a request without either header', {}, false],
  ])('for %s is %s', (_name, headers, expected) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), HOME)).toBe(expected)
  })
})

test('a console on the loopback trusts every name of the loopback', () => {
  expect(trustedOrigins('http://localhost:3000')).toContain('http://127.0.0.1:3000')
  expect(trustedOrigins(HOME)).toEqual([HOME])
})
