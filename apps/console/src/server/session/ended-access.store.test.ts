import { deletePasskey, endOtherSessions, resetPassword, startPasswordReset } from '@sluice/core'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf } from '../testing/cookies.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { newPasskey } from '../testing/new-passkey.ts'
import { authUrl, password, setUpAuth } from '../testing/set-up-auth.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, handle, callsFrom, newPerson, newPersonWithApp } = setUpAuth()
afterEach(() => {
  vi.restoreAllMocks()
})

const request = { address: '192.0.2.7', device: 'Firefox', requestId: 'test' }
const origin = new URL(authUrl).origin
const strong = 'seven brave otters'
const stolen = 'nine evil weasels'

async function reset(email: string) {
  const secret = (await startPasswordReset(core, email))?.secret ?? ''
  await resetPassword(core, { secret, passwordHash: await hashPassword(strong) }, request)
}

async function makeAnybodys(email: string) {
  await core.db.user.update({ where: { email }, data: { addressProof: 'none' } })
}

/** Counts the sessions of an account, and the sign-ins that wait for a second step. */
async function leftOf(email: string) {
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const sessions = await core.db.session.count({ where: { userId: id } })
  return { sessions, begun: await core.db.verification.count({ where: { value: id } }) }
}

const nothing = { sessions: 0, begun: 0 }
const ended = { status: 401, code: 'ACCESS_ENDED' }

async function told(answer: Response) {
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, code }
}

async function isPassword(email: string, given: string) {
  const { password: hash } = await core.db.account.findFirstOrThrow({ where: { user: { email } } })
  return verifyPassword({ hash: hash ?? '', password: given })
}

async function optionsOf(path: string, cookie = '') {
  const headers = { cookie, origin, 'x-forwarded-for': '192.0.2.60' }
  const answer = await handle(new Request(`${authUrl}${path}`, { headers }))
  const options = (await answer.json()) as { challenge: string; rp: { id: string } }
  return { options, cookies: `${cookie}; ${cookiesOf(answer)}` }
}

/** A signed-in user, with a passkey that `add` registers. */
async function newPersonWithPasskey() {
  const email = await newPerson()
  const call = callsFrom('192.0.2.61')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const { options, cookies } = await optionsOf('/passkey/generate-register-options', session)
  const passkey = newPasskey(origin, options.rp.id)
  const add = () =>
    call('/passkey/verify-registration', { response: passkey.registered(options) }, cookies)
  async function signIn() {
    const begun = await optionsOf('/passkey/generate-authenticate-options')
    const response = passkey.signedIn(begun.options)
    return call('/passkey/verify-authentication', { response }, begun.cookies)
  }
  return { email, session, add, signIn }
}

describe('a sign-in in progress is rejected if', () => {
  test.each([
    ['the password was reset', async () => undefined],
    ['the account was claimed', makeAnybodys],
  ])('%s', async (_, prepare) => {
    const email = await newPerson()
    await prepare(email)
    meanwhile(core.db.session, 'create', { before: () => reset(email) })
    const answer = await callsFrom('192.0.2.40')('/sign-in/email', { email, password })
    expect(await told(answer)).toEqual(ended)
    expect(answer.headers.getSetCookie().at(-1)).toMatch(/Max-Age=0/)
    expect(await leftOf(email)).toEqual(nothing)
    const again = await callsFrom('192.0.2.40')('/sign-in/email', { email, password: strong })
    expect(again.status).toBe(200)
  })

  test('the password was reset during the first of two steps', async () => {
    const call = callsFrom('192.0.2.41')
    const { email } = await newPersonWithApp(call)
    meanwhile(core.db.session, 'create', { after: () => reset(email) })
    expect(await told(await call('/sign-in/email', { email, password }))).toEqual(ended)
    expect((await leftOf(email)).begun).toBe(0)
  })

  test('the password was reset before the second step', async () => {
    const call = callsFrom('192.0.2.42')
    const { email, codeIn } = await newPersonWithApp(call)
    const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
    await reset(email)
    const sent = { code: await codeIn(30), trustDevice: true }
    expect((await call('/two-factor/verify-totp', sent, challenge)).status).toBe(401)
    expect(await leftOf(email)).toEqual(nothing)
  })

  test('the password was reset during the second step, and the browser is not trusted', async () => {
    const call = callsFrom('192.0.2.43')
    const { email, codeIn } = await newPersonWithApp(call)
    const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
    meanwhile(core.db.session, 'create', { before: () => reset(email) })
    const sent = { code: await codeIn(30), trustDevice: true }
    const answer = await call('/two-factor/verify-totp', sent, challenge)
    expect(await told(answer)).toEqual(ended)
    expect(await leftOf(email)).toEqual(nothing)
  })

  test('its passkey was deleted', async () => {
    const { email, add, signIn } = await newPersonWithPasskey()
    expect((await add()).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const { id: passkeyId } = await core.db.passkey.findFirstOrThrow({ where: { userId } })
    await core.db.session.deleteMany({ where: { userId } })
    meanwhile(core.db.session, 'create', {
      before: () => deletePasskey(core, { userId, passkeyId }, request),
    })
    expect(await told(await signIn())).toEqual(ended)
    expect(await leftOf(email)).toEqual(nothing)
  })
})

describe('a call that is in flight when its session ends leaves', () => {
  async function newIntruder() {
    const email = await newPerson()
    const call = callsFrom('198.51.100.40')
    const session = cookiesOf(await call('/sign-in/email', { email, password }))
    return { email, call, session }
  }
  const change = { currentPassword: password, newPassword: stolen, revokeOtherSessions: true }

  test('no new password', async () => {
    const { email, call, session } = await newIntruder()
    meanwhile(core.db.account, 'findFirst', { after: () => reset(email) })
    expect(await told(await call('/change-password', change, session))).toEqual(ended)
    expect(await isPassword(email, strong)).toBe(true)
    expect(await leftOf(email)).toEqual(nothing)
  })

  test('no new session', async () => {
    const { email, call, session } = await newIntruder()
    meanwhile(core.db.session, 'create', { before: () => reset(email) })
    expect(await told(await call('/change-password', change, session))).toEqual(ended)
    expect(await isPassword(email, strong)).toBe(true)
    expect(await leftOf(email)).toEqual(nothing)
  })

  test('no new session if its user ended all sessions', async () => {
    const { email, call, session } = await newIntruder()
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    const end = () => endOtherSessions(core, { userId, keep: 'none' }, request)
    meanwhile(core.db.session, 'create', { before: end })
    expect(await told(await call('/two-factor/disable', { password }, session))).toEqual(ended)
    expect(await leftOf(email)).toEqual(nothing)
  })

  test('no new passkey', async () => {
    const { email, add } = await newPersonWithPasskey()
    meanwhile(core.db.passkey, 'create', { before: () => reset(email) })
    expect(await told(await add())).toEqual(ended)
    expect(await core.db.passkey.count({ where: { user: { email } } })).toBe(0)
  })
})

test('of two concurrent password changes, only the first succeeds', async () => {
  const email = await newPerson()
  const [holder, intruder] = [callsFrom('192.0.2.45'), callsFrom('198.51.100.45')]
  const mine = cookiesOf(await holder('/sign-in/email', { email, password }))
  const theirs = cookiesOf(await intruder('/sign-in/email', { email, password }))
  const to = (newPassword: string) => ({ currentPassword: password, newPassword })
  const change = async () => {
    expect((await holder('/change-password', to(strong), mine)).status).toBe(200)
  }
  meanwhile(core.db.account, 'findFirst', { after: change })
  expect(await told(await intruder('/change-password', to(stolen), theirs))).toEqual(ended)
  expect(await isPassword(email, strong)).toBe(true)
})
