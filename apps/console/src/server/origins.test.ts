import { describe, expect, test } from 'vitest'
import { isSameOrigin, trustedOrigins } from './origins.ts'

const HOME = 'https://console.example'

describe('isSameOrigin', () => {
  test.each([
    ['same-origin fetch', { 'sec-fetch-site': 'same-origin' }, true],
    ['sibling subdomain', { 'sec-fetch-site': 'same-site', origin: HOME }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['old browser, own origin', { origin: HOME }, true],
    ['old browser, other origin', { origin: 'https://evil.example' }, false],
    ['neither header', {}, false],
  ])('%s', (_name, headers, expected) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), HOME)).toBe(expected)
  })
})

test('a console on the loopback is reached by any of its names', () => {
  expect(trustedOrigins('http://localhost:3000')).toContain('http://127.0.0.1:3000')
  expect(trustedOrigins(HOME)).toEqual([HOME])
})
