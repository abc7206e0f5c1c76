import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.mjs'

const plain = { consoleUrl: 'http://c.example', forwardedProtocol: undefined, isTrusted: false }
const isStrict = (request: object) =>
  'Strict-Transport-Security' in securityHeaders({ ...plain, ...request })

test('every answer tells browsers not to sniff its media type', () => {
  expect(securityHeaders(plain)).toEqual({ 'X-Content-Type-Options': 'nosniff' })
})

test('HSTS is sent only with https, configured or reported by a trusted proxy', () => {
  expect(isStrict({ consoleUrl: 'https://c.example' })).toBe(true)
  expect(isStrict({ forwardedProtocol: 'https', isTrusted: true })).toBe(true)
  expect(isStrict({ forwardedProtocol: 'https', isTrusted: false })).toBe(false)
  expect(isStrict({ forwardedProtocol: 'http', isTrusted: true })).toBe(false)
})
