import { expect, test } from 'vitest'
import { servedCall, shownPart } from './served-auth.ts'

test.each([
  ['GET', '/sign-in/email'],
  ['POST', '/passkey/generate-register-options'],
  ['POST', '/sign-up/email'],
  ['POST', '/update-user'],
  ['GET', '/get-session'],
  ['POST', '/constructor'],
  ['POST', '/sign-in/email/'],
])('%s %s is not served', (method, path) => {
  expect(servedCall(method, path)).toBeUndefined()
})

function shownOf(path: string, body: object) {
  const call = servedCall('POST', path)
  return call && shownPart(call, body)
}

test('no answer exposes the session token to scripts', () => {
  const session = { token: 'secret', user: { id: 'ann' }, session: { token: 'secret' } }
  for (const path of ['/sign-in/email', '/two-factor/verify-totp', '/change-password']) {
    expect(servedCall('POST', path)).toBeDefined()
    expect(shownOf(path, session)).toBeUndefined()
  }
  expect(shownOf('/passkey/verify-authentication', session)).toBeUndefined()
  const asked = { twoFactorRedirect: true, token: null }
  expect(shownOf('/sign-in/email', asked)).toEqual({ twoFactorRedirect: true })
})

test('a code enables the second factor only if it was disabled', () => {
  const act = servedCall('POST', '/two-factor/verify-totp')?.act
  expect(act?.({ hasSecondFactor: false })).toBe('members.enableSecondFactor')
  expect(act?.({ hasSecondFactor: true })).toBeUndefined()
})
