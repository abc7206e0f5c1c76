import { expect, test } from 'vitest'
import { sessionTokens } from './session-token.ts'

const tokenOf = sessionTokens('http://localhost:3000')

test('over https only the secure cookie is read, whatever others precede it', () => {
  const secure = sessionTokens('https://console.sluice.example')
  const own = '__Secure-better-auth.session_token=phone.signature'
  expect(secure(own)).toBe('phone')
  expect(secure(`better-auth.session_token=junk.1; ${own}`)).toBe('phone')
  expect(secure('better-auth.session_token=junk.1')).toBe('')
})

test.each([
  ['among others', 'theme=dark; better-auth.session_token=phone.signature; x=1'],
  ['decoded', 'better-auth.session_token=%70hone.signature'],
  ['unquoted', 'better-auth.session_token="phone.signature"'],
  ['trimmed', 'better-auth.session_token =  phone.signature '],
  ['taken without its signature', 'better-auth.session_token=phone.Signature%3D'],
  [
    'the first of its name',
    'better-auth.session_token=phone.signature; better-auth.session_token=x.y',
  ],
])('a session’s cookie is %s, so that each session has one token', (_, written) => {
  expect(tokenOf(written)).toBe('phone')
})

test.each([
  ['none', null],
  ['no cookie of the name', 'theme=dark'],
  ['a cookie without a signature', 'better-auth.session_token=phone'],
  ['one too long for a session', `better-auth.session_token=${'x'.repeat(101)}.signature`],
])('cookies without a session have no token: %s', (_, cookies) => {
  expect(tokenOf(cookies)).toBe('')
})

test('a malformed cookie is read undecoded', () => {
  expect(tokenOf('better-auth.session_token=%E0%A4%A.signature')).toBe('%E0%A4%A')
})
