import { expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { callsFrom, newPerson } = setUpAuth()

test.each([
  ['password1234', 'PASSWORD_COMMON'],
  ['aaaaaaaaaaaa', 'PASSWORD_PATTERN'],
  ['acme-ann-2026', 'PASSWORD_OWN'],
  ['short', 'PASSWORD_TOO_SHORT'],
])('a password cannot be changed to “%s”', async (newPassword, code) => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.102')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const body = { currentPassword: password, newPassword }
  const refused = await call('/change-password', body, session)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code })
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
})

test('an existing weak password can still sign in', async () => {
  const weak = 'password1234'
  const email = await newPerson(weak)
  const answer = await callsFrom('203.0.113.103')('/sign-in/email', { email, password: weak })
  expect(answer.status).toBe(200)
})
