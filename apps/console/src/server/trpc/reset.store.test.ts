import { randomBytes, randomUUID } from 'node:crypto'
import { accountDigest, addOwner, createOrganization } from '@sluice/core'
import { receiveMail } from '@sluice/mail/testing'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auth, createAuth } from '../auth/auth.ts'
import { backgroundDone } from '../in-background.ts'
import { cookiesOf } from '../testing/cookies.ts'
import { consoleUrl, settings } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { createCallerFactory } from './init.ts'
import { resetRouter } from './reset.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
let server: Awaited<ReturnType<typeof receiveMail>>
beforeAll(async () => {
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  settings.mail = undefined
  await backgroundDone()
  await server.close()
  Object.assign(globalThis, { sluiceAuth: undefined })
})

const strong = 'seven brave otters'

/** Each has its own address, because calls are limited by address. */
const caller = (address = randomUUID() as string, sameOrigin = true, rest: object = {}) =>
  createCallerFactory(resetRouter)({
    ...{ requestId: 'test', headers: new Headers(), address, session: null, sameOrigin },
    ...{ actor: undefined, unmet: undefined, ...rest },
  })

async function newPerson() {
  const email = `${randomUUID()}@sluice.example`
  const passwordHash = await hashPassword('quite a good password')
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  return email
}

const mails = async () => {
  await backgroundDone()
  return server.received.splice(0)
}

async function linkFor(email: string) {
  await mails()
  await caller().request({ email })
  const [mail] = await mails()
  return /reset-password#([\w-]+)/.exec(mail?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? ''
}

test('a reset link is mailed, sets the password, and is followed by a notice', async () => {
  const email = await newPerson()
  const secret = await linkFor(email)
  expect(await caller().look({ secret })).toEqual({ email })
  const answer = await caller().set({ secret, password: strong })
  expect(answer).toEqual({ email, left: { twoStep: false, passkeys: 0 } })
  const { password } = await core.db.account.findFirstOrThrow({ where: { user: { email } } })
  expect(await verifyPassword({ hash: password ?? '', password: strong })).toBe(true)
  const [notice] = await mails()
  expect(notice?.to).toEqual([email])
  expect(notice?.raw).toContain('Subject: Sluice: Your password was reset')
  await expect(caller().look({ secret })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an address without an account gets the same answer and no mail', async () => {
  const email = await newPerson()
  const known = await caller().request({ email })
  expect((await mails()).map(({ to }) => to)).toEqual([[email]])
  expect(await caller().request({ email: 'nobody@sluice.example' })).toEqual(known)
  expect(await mails()).toEqual([])
})

test.each(['password1234', 'short', 'ann-acme-2026'])(
  'the weak password “%s” is rejected, and the reset link still works',
  async (password) => {
    const secret = await linkFor(await newPerson())
    const refused = caller().set({ secret, password })
    await expect(refused).rejects.toMatchObject({ cause: { errors: [{ pointer: '/password' }] } })
    await caller().look({ secret })
  },
)

test('a rejected mail does not change the answer and is logged without the address', async () => {
  const email = await newPerson()
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  server.refuse(true)
  await caller().request({ email })
  await backgroundDone()
  server.refuse(false)
  const logged = write.mock.calls.join('\n')
  expect(logged).toContain('mail of a password reset failed')
  expect(logged).not.toContain(email)
})

test('reset calls are limited for all addresses of an IPv6 network together', async () => {
  const network = `2001:db8:${randomBytes(2).toString('hex')}:1`
  const look = (i: number) => caller(`${network}::${i}`).look({ secret: 'x' })
  const missing = { code: 'NOT_FOUND' }
  for (let i = 0; i < 30; i++) await expect(look(i)).rejects.toMatchObject(missing)
  await expect(look(99)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('reset calls are limited per address and rejected from other sites', async () => {
  const call = caller('192.0.2.200')
  for (let i = 0; i < 30; i++) await call.request({ email: 'nobody@sluice.example' })
  const over = call.request({ email: 'nobody@sluice.example' })
  await expect(over).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const elsewhere = caller(undefined, false).request({ email: 'nobody@sluice.example' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

/** Signs in as a browser with these cookies. */
function signIn(email: string, password: string, cookie = '', address = '192.0.2.201') {
  const headers = { 'content-type': 'application/json', origin: consoleUrl, cookie }
  const all = { ...headers, 'x-forwarded-for': address }
  const request = { method: 'POST', headers: all, body: JSON.stringify({ email, password }) }
  return auth().handler(new Request(`${consoleUrl}/api/auth/sign-in/email`, request))
}

/** Wrong passwords until the account is closed to new browsers. */
async function guessAt(email: string) {
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await signIn(email, 'wrong')).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
}

test('a used reset link ends the count of wrong passwords, and its browser has its own', async () => {
  const email = await newPerson()
  await guessAt(email)
  const secret = await linkFor(email)
  const set: string[] = []
  const keep = { setCookie: (cookie: string) => set.push(cookie.split(';')[0] ?? '') }
  await caller(undefined, true, keep).set({ secret, password: strong })
  expect((await signIn(email, strong)).status).toBe(200)
  // However soon others guess again.
  await guessAt(email)
  const own = set.join('; ')
  expect(own).toContain(accountDigest(email))
  expect((await signIn(email, strong, own)).status).toBe(200)
})

test('a valid reset link works behind an address that tries others, and is requested by a known browser', async () => {
  const email = await newPerson()
  const secret = await linkFor(email)
  const known = cookiesOf(await signIn(email, 'quite a good password'))
  const call = caller('192.0.2.202')
  for (let i = 0; i < 31; i++) await call.look({ secret: 'x' }).catch(() => {})
  await expect(call.look({ secret: 'x' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  for (let i = 0; i < 30; i++) await call.request({ email: 'nobody@sluice.example' })
  await expect(call.request({ email })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const headers = new Headers({ cookie: known })
  await caller('192.0.2.202', true, { headers }).request({ email })
  expect(await call.look({ secret })).toEqual({ email })
  expect(await call.set({ secret, password: strong })).toMatchObject({ email })
})

test('a reset link cannot be requested without a mail server', async () => {
  const { mail } = settings
  settings.mail = undefined
  const refused = caller().request({ email: await newPerson() })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
  settings.mail = mail
})
