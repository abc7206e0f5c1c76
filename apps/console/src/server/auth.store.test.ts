import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization, listAccountActs, openCore } from '@sluice/core'
import { receiveMail } from '@sluice/mail/testing'
import { hashPassword, symmetricDecrypt } from 'better-auth/crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { createAuth } from './auth.ts'
import { backgroundDone } from './in-background.ts'
import { settings as standIn } from './testing/environment.ts'

vi.mock('./environment.ts', () => import('./testing/environment.ts'))

const consoleUrl = 'http://localhost:3000'
const password = 'quite a good password'

const core = openCore({
  databaseUrl: inject('databaseUrl'),
  clickhouseUrl: inject('clickhouseUrl'),
  peppers: new Map([[1, randomBytes(32).toString('hex')]]),
})
const settings = { authSecret: randomBytes(32).toString('hex'), consoleUrl }
const organizationId = `org-${randomUUID()}`
let auth: ReturnType<typeof createAuth>
beforeAll(async () => {
  Object.assign(globalThis, { sluiceCore: core })
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  auth = createAuth(settings)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await backgroundDone()
  Object.assign(globalThis, { sluiceCore: undefined })
  await core.close()
})

/** Calls from an address of the caller's own, for calls are counted by address. */
function callsFrom(address: string, instance = auth) {
  return (path: string, body: object, cookie = '') => {
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'a browser' },
      'x-forwarded-for': address,
    }
    const request = { method: 'POST', body: JSON.stringify(body) }
    const url = `${consoleUrl}/api/auth${path}`
    const own = { ...headers, origin: consoleUrl, cookie }
    return instance.handler(new Request(url, { ...request, headers: own }))
  }
}

async function newPerson() {
  const email = `${randomUUID()}@sluice.example`
  const person = { email, name: 'Ann', passwordHash: await hashPassword(password) }
  await addOwner(core, { organizationId, ...person })
  return email
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('the authenticator app’s secret and the backup codes are encrypted where they are kept', async () => {
  const email = await newPerson()
  const call = callsFrom('192.0.2.10')
  const signedIn = await call('/sign-in/email', { email, password })
  expect(signedIn.status).toBe(200)
  const enabled = await call('/two-factor/enable', { password }, cookiesOf(signedIn))
  const { totpURI, backupCodes } = (await enabled.json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const row = await core.db.twoFactor.findFirstOrThrow({ where: { user: { email } } })
  expect(row.secret).toMatch(/^[0-9a-f]{64,}$/)
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expect(secret).not.toBe('')
  expect(new Set(backupCodes).size).toBe(10)
  for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const kept = JSON.stringify(row)
  for (const plain of [secret, ...backupCodes]) expect(kept).not.toContain(plain)
})

test('codes are counted by the database, for every node of the console', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = callsFrom('192.0.2.11')
  const guess = { code: '000000' }
  for (let tries = 0; tries < 10; tries++) {
    expect((await call('/two-factor/verify-totp', guess)).status).toBe(401)
  }
  const elsewhere = callsFrom('192.0.2.11', createAuth(settings))
  expect((await elsewhere('/two-factor/verify-totp', guess)).status).toBe(429)
  const another = callsFrom('192.0.2.12')
  expect((await another('/two-factor/verify-totp', guess)).status).toBe(401)
})

/** Somebody with an authenticator app, at a time that stands. */
async function newPersonWithApp(call: ReturnType<typeof callsFrom>) {
  vi.useFakeTimers({ toFake: ['Date'] })
  const email = await newPerson()
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  await call('/two-factor/enable', { password }, session)
  const kept = () => core.db.twoFactor.findFirstOrThrow({ where: { user: { email } } })
  const secret = await symmetricDecrypt({
    key: settings.authSecret,
    data: (await kept()).secret,
  })

  async function codeIn(seconds: number) {
    const now = Date.now()
    vi.setSystemTime(now + seconds * 1000)
    const { code } = await auth.api.generateTOTP({ body: { secret } })
    vi.setSystemTime(now)
    return code
  }

  /** Signs in anew, up to the second step. */
  async function tryCode(code: string) {
    const challenge = cookiesOf(await call('/sign-in/email', { email, password }))
    const answer = await call('/two-factor/verify-totp', { code }, challenge)
    return answer.ok ? 'in' : ((await answer.json()) as { code: string }).code
  }

  const first = await codeIn(0)
  expect((await call('/two-factor/verify-totp', { code: first }, session)).status).toBe(200)
  return { kept, first, codeIn, tryCode, email }
}

test('a code of the app counts once, and none from before it counts after', async () => {
  const { kept, first, codeIn, tryCode } = await newPersonWithApp(callsFrom('192.0.2.13'))
  expect(await tryCode(first)).toBe('CODE_USED_BEFORE')
  const [second, third] = [await codeIn(30), await codeIn(60)]
  vi.setSystemTime(Date.now() + 60_000)
  expect(await tryCode(third)).toBe('in')
  expect(await tryCode(third)).toBe('CODE_USED_BEFORE')
  expect(await tryCode(second)).toBe('CODE_USED_BEFORE')
  expect(await kept()).toMatchObject({ failedVerificationCount: 0, lockedUntil: null })
  expect(await tryCode('000000')).toBe('INVALID_CODE')
  expect(await kept()).toMatchObject({ failedVerificationCount: 1 })
  expect(await tryCode(await codeIn(30))).toBe('in')
})

test('only one of two concurrent sign-ins with the same code succeeds', async () => {
  const { codeIn, tryCode } = await newPersonWithApp(callsFrom('192.0.2.14'))
  const next = await codeIn(30)
  const answers = await Promise.all([tryCode(next), tryCode(next)])
  expect(answers.sort()).toEqual(['CODE_USED_BEFORE', 'in'])
})

const emptied = (cookie: string) => cookie.replaceAll(/better-auth\.session[^;]*;? ?/g, '')

test('guesses from many addresses are refused, and a browser that signed in before is not locked out', async () => {
  const email = await newPerson()
  const known = emptied(
    cookiesOf(await callsFrom('198.51.100.1')('/sign-in/email', { email, password })),
  )
  expect(known).toContain('device')
  const guess = (i: number) => ({ email, password: `not the password ${i}` })
  for (let i = 0; i < 10; i++) {
    const answer = await callsFrom(`198.51.100.${i + 2}`)('/sign-in/email', guess(i))
    expect(answer.status).toBe(401)
  }
  const stranger = callsFrom('198.51.100.200')
  const refused = await stranger('/sign-in/email', { email: email.toUpperCase(), password })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('x-retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
  expect((await stranger('/sign-in/email', { email, password }, known)).status).toBe(200)
  const other = await newPerson()
  expect((await stranger('/sign-in/email', { email: other, password })).status).toBe(200)
  // The cookie of one account is none of another's.
  const theirs = await callsFrom('198.51.100.201')('/sign-in/email', { email: other, password })
  const answer = await stranger('/sign-in/email', guess(0), emptied(cookiesOf(theirs)))
  expect(answer.status).toBe(429)
})

test('a correct password resets the count of failed sign-ins', async () => {
  const email = await newPerson()
  for (let i = 0; i < 12; i++) {
    const answer = await callsFrom(`203.0.113.${i}`)('/sign-in/email', { email, password })
    expect(answer.status).toBe(200)
  }
})

test.each([
  ['/change-password', { currentPassword: password, newPassword: 'another good one' }],
  ['/two-factor/enable', { password }],
  ['/two-factor/disable', { password }],
  ['/two-factor/generate-backup-codes', { password }],
])('%s needs a sign-in of the last ten minutes', async (path, body) => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.100')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const since = new Date(Date.now() - 601_000)
  await core.db.session.updateMany({ where: { user: { email } }, data: { createdAt: since } })
  const refused = await call(path, body, session)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' })
})

test('a passkey is added only soon after signing in', async () => {
  const email = await newPerson()
  const session = cookiesOf(await callsFrom('203.0.113.101')('/sign-in/email', { email, password }))
  const options = () =>
    auth.handler(
      new Request(`${consoleUrl}/api/auth/passkey/generate-register-options`, {
        headers: { cookie: session, 'x-forwarded-for': '203.0.113.101' },
      }),
    )
  expect((await options()).status).toBe(200)
  const since = new Date(Date.now() - 601_000)
  await core.db.session.updateMany({ where: { user: { email } }, data: { createdAt: since } })
  expect((await options()).status).toBe(403)
})

test.each([
  ['password1234', 'PASSWORD_COMMON'],
  ['aaaaaaaaaaaa', 'PASSWORD_PATTERN'],
  ['acme-ann-2026', 'PASSWORD_OWN'],
  ['short', 'PASSWORD_TOO_SHORT'],
])('a password is not changed to “%s”', async (newPassword, code) => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.102')
  const session = cookiesOf(await call('/sign-in/email', { email, password }))
  const body = { currentPassword: password, newPassword }
  const refused = await call('/change-password', body, session)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code })
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
})

test('a weak password that exists keeps signing in', async () => {
  const email = `${randomUUID()}@sluice.example`
  const weak = 'password1234'
  const passwordHash = await hashPassword(weak)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  const answer = await callsFrom('203.0.113.103')('/sign-in/email', { email, password: weak })
  expect(answer.status).toBe(200)
})

/** What the security log has of an account, oldest first. */
async function logOf(email: string) {
  await backgroundDone()
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const { items } = await listAccountActs(core, { userId, limit: 50 })
  return items.toReversed()
}

test('the security log has sign-ins, failures and refusals, with address and device', async () => {
  const email = await newPerson()
  const call = callsFrom('203.0.113.110')
  await call('/sign-in/email', { email, password: 'not the password' })
  await call('/sign-in/email', { email: email.toUpperCase(), password })
  const from = { address: '203.0.113.110', device: 'a browser', by: 'own', email }
  expect(await logOf(email)).toMatchObject([
    { ...from, act: 'account.failSignIn' },
    { ...from, act: 'account.signIn' },
  ])
  for (let i = 0; i < 11; i++) {
    await callsFrom(`198.51.101.${i}`)('/sign-in/email', { email, password: 'wrong' })
  }
  const acts = (await logOf(email)).map(({ act }) => act)
  expect(acts.filter((act) => act === 'account.throttleSignIn')).toHaveLength(1)
  await call('/sign-in/email', { email: 'nobody@sluice.example', password })
  await backgroundDone()
  const where = { email: 'nobody@sluice.example' }
  expect(await core.db.accountAct.count({ where })).toBe(0)
})

test('a wrong code is in the security log, and a sign-in in two steps is there once', async () => {
  const { codeIn, tryCode, email } = await newPersonWithApp(callsFrom('192.0.2.15'))
  await tryCode('000000')
  await tryCode(await codeIn(30))
  expect((await logOf(email)).map(({ act }) => act)).toEqual([
    'account.signIn',
    'account.failSecondFactor',
    'account.signIn',
  ])
})

test('a sign-in by a browser not seen before is mailed, unless the account is new', async () => {
  const server = await receiveMail()
  standIn.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  const email = await newPerson()
  const call = callsFrom('203.0.113.120')
  const mails = async () => {
    await backgroundDone()
    return server.received.splice(0)
  }
  const first = await call('/sign-in/email', { email, password })
  expect(await mails()).toEqual([])
  await core.db.user.update({ where: { email }, data: { createdAt: new Date(0) } })
  await call('/sign-in/email', { email, password }, emptied(cookiesOf(first)))
  await call('/sign-in/email', { email, password: 'not the password' })
  expect(await mails()).toEqual([])
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
  const [mail, ...others] = await mails()
  expect([mail?.to, others]).toEqual([[email], []])
  expect(mail?.raw).toContain('203.0.113.120')
  server.refuse(true)
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
  expect(await mails()).toEqual([])
  standIn.mail = undefined
  await server.close()
})
