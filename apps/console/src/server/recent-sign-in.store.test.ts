import { expect, test, vi } from 'vitest'
import { cookiesOf } from './testing/cookies.ts'
import { authUrl, password, setUpAuth } from './testing/set-up-auth.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const { handle, callsFrom, newPerson, makeOld } = setUpAuth()

test.each([
  ['/change-password', { currentPassword: password, newPassword: 'another good one' }],
  ['/two-factor/enable', { password }],
  ['/two-factor/disable', { password }],
  ['/two-factor/generate-backup-codes', { password }],
])('%s requires a sign-in within the last ten minutes', async (path, body) => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.100')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  await makeOld(email)
  const refused = await call(path, body, session)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' })
})

test('a passkey can be added only within ten minutes of signing in', async () => {
  const email = await newPerson()
  const session = cookiesOf(await callsFrom('203.0.113.101')('/sign-in/email', { email, password }))
  const options = () =>
    handle(
      new Request(`${authUrl}/passkey/generate-register-options`, {
        headers: { cookie: session, 'x-forwarded-for': '203.0.113.101' },
      }),
    )
  expect((await options()).status).toBe(200)
  await makeOld(email)
  expect((await options()).status).toBe(403)
})
