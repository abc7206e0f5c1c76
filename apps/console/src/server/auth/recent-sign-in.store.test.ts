import { expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { authUrl, password, setUpAuth } from '../testing/set-up-auth.ts'
import type { ServedPath } from './served-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { handle, callsFrom, newPerson, makeOld, newPersonWithApp } = setUpAuth()

/** The body of each call that changes how an account signs in; null for calls that do not. */
const changes: Record<ServedPath, object | 'GET' | null> = {
  '/sign-in/email': null,
  '/sign-out': null,
  '/change-password': { currentPassword: password, newPassword: 'another good one' },
  '/two-factor/enable': { password },
  '/two-factor/verify-totp': { code: '123456' },
  '/two-factor/verify-backup-code': null,
  '/two-factor/disable': { password },
  '/two-factor/generate-backup-codes': { password },
  '/passkey/generate-register-options': 'GET',
  '/passkey/verify-registration': { response: {} },
  '/passkey/generate-authenticate-options': null,
  '/passkey/verify-authentication': null,
  '/company/start': null,
  '/company/callback/:organizationId': null,
  '/company/connect': {},
}

const rows = Object.entries(changes).flatMap(([path, sent]) =>
  sent === null ? [] : [[path, sent] as const],
)

test.each(rows)('%s requires a sign-in within the last ten minutes', async (path, sent) => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.100')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const headers = { cookie: session, 'x-forwarded-for': '203.0.113.100' }
  const send = () =>
    sent === 'GET'
      ? handle(new Request(`${authUrl}${path}`, { headers }))
      : call(path, sent, session)
  if (sent === 'GET') expect((await send()).status).toBe(200)
  await makeOld(email)
  const refused = await send()
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' })
})

test('a code of an app that is already on does not require a recent sign-in', async () => {
  const call = callsFrom('203.0.113.101')
  const { email, codeIn } = await newPersonWithApp(call)
  const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
  const code = await codeIn(30)
  const session = cookiesOf(await call('/two-factor/verify-totp', { code }, challenge))
  await makeOld(email)
  const wrong = await call('/two-factor/verify-totp', { code: '000000' }, session)
  expect(wrong.status).toBe(401)
})

test('somebody who is signed in may sign in again, which is recent', async () => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.102')
  const old = cookiesOf(await call('/sign-in/email', { email, password }))
  await makeOld(email)
  expect((await call('/two-factor/enable', { password }, old)).status).toBe(403)
  const session = cookiesOf(await call('/sign-in/email', { email, password }, old))
  expect((await call('/two-factor/enable', { password }, session)).status).toBe(200)
  // The session before has ended. One of somebody else, or of another browser, goes on.
  expect((await call('/two-factor/enable', { password }, old)).status).toBe(401)
  const other = await newPerson()
  const others = cookiesOf(await call('/sign-in/email', { email: other, password }))
  await call('/sign-in/email', { email, password }, others)
  expect((await call('/two-factor/enable', { password }, others)).status).toBe(200)
})
