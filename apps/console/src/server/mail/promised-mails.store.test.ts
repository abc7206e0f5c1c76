/** The mails that docs/guides/console.md promises, sent by the handlers that browsers call. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization, endOtherSessions } from '@sluice/core'
import { receiveMail } from '@sluice/mail/testing'
import { hashPassword, symmetricDecrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { GET, POST } from '../../app/api/auth/[...path]/route.ts'
import { POST as callProcedure } from '../../app/api/trpc/[procedure]/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { createAuth } from '../auth/auth.ts'
import { backgroundDone } from '../in-background.ts'
import { cookiesOf } from '../testing/cookies.ts'
import { consoleUrl, settings } from '../testing/environment.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { newPasskey } from '../testing/new-passkey.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { withoutAudit } from '../testing/without-audit.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const password = 'quite a good password'
const strong = 'seven brave otters'
const core = setUpCore()
const organizationId = `org-${randomUUID()}`
const authSecret = randomBytes(32).toString('hex')
const auth = () => Reflect.get(globalThis, 'sluiceAuth') as ReturnType<typeof createAuth>

let server: Awaited<ReturnType<typeof receiveMail>>
beforeAll(async () => {
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
})
afterAll(async () => {
  await backgroundDone()
  settings.mail = undefined
  await server.close()
  Object.assign(globalThis, { sluiceAuth: undefined })
})

/** Mails received since the last call. */
async function mails() {
  await backgroundDone()
  return server.received.splice(0).map(({ to, raw }) => {
    const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(raw) ?? []
    return { to, subject: subject.replace(/\r\n /g, ' '), text: raw.replaceAll('=\r\n', '') }
  })
}

/** A browser that keeps its cookies. Each has its own address, because calls are limited by address. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const address = `2001:db8::${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`
  async function send(handler: typeof POST, path: string, body?: object, more = {}, isOk = true) {
    const headers = {
      ...{ 'content-type': 'application/json', origin: consoleUrl, 'x-forwarded-for': address },
      ...{ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...more,
    }
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }
    const answer = await handler(new Request(`${consoleUrl}${path}`, { ...request, headers }))
    expect(answer.ok, `${path}: ${answer.status}`).toBe(isOk)
    for (const cookie of cookiesOf(answer).split('; ').filter(Boolean)) {
      const end = cookie.indexOf('=')
      cookies.set(cookie.slice(0, end), cookie.slice(end + 1))
    }
    return answer
  }
  return {
    auth: (path: string, body?: object) => send(body ? POST : GET, `/api/auth${path}`, body),
    fail: (path: string, body: object) => send(POST, `/api/auth${path}`, body, {}, false),
    call: async (procedure: string, input: object, organization = organizationId) => {
      const path = `/api/trpc/${procedure}`
      const answer = await send(callProcedure, path, input, { [ORGANIZATION_HEADER]: organization })
      return ((await answer.json()) as { result: { data: unknown } }).result.data
    },
  }
}

async function newPerson(organizationId: string) {
  const email = `${randomUUID()}@sluice.example`
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  return email
}

async function signedIn(organization = organizationId) {
  const [email, browser] = [await newPerson(organization), openBrowser()]
  await browser.auth('/sign-in/email', { email, password })
  const expectMail = async (subject: string) =>
    expect(await mails()).toMatchObject([{ to: [email], subject: `Sluice: ${subject}` }])
  return { email, browser, expectMail }
}

describe('a person gets a mail', () => {
  test('when their password was changed', async () => {
    const { browser, expectMail } = await signedIn()
    await browser.auth('/change-password', { currentPassword: password, newPassword: strong })
    await expectMail('Your password was changed')
  })

  test('when two-step sign-in was turned on, backup codes were replaced, and it was turned off', async () => {
    const { email, browser, expectMail } = await signedIn()
    await browser.auth('/two-factor/enable', { password })
    expect(await mails()).toEqual([])
    const row = await core.db.twoFactor.findFirstOrThrow({ where: { user: { email } } })
    const secret = await symmetricDecrypt({ key: authSecret, data: row.secret })
    const { code } = await auth().api.generateTOTP({ body: { secret } })
    await browser.auth('/two-factor/verify-totp', { code })
    await expectMail('Two-step sign-in was turned on')
    await browser.auth('/two-factor/generate-backup-codes', { password })
    await expectMail('Your backup codes were replaced by new ones')
    await browser.auth('/two-factor/disable', { password })
    await expectMail('Two-step sign-in was turned off')
  })

  test.each([
    ['/change-password', 'Your password was changed'],
    ['/two-factor/disable', 'Two-step sign-in was turned off'],
    ['/two-factor/generate-backup-codes', 'Your backup codes were replaced by new ones'],
  ])('when %s was committed but refused, since sessions ended meanwhile', async (path, subject) => {
    const { email, browser, expectMail } = await signedIn()
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    await browser.auth('/two-factor/enable', { password })
    await core.db.user.update({ where: { email }, data: { twoFactorEnabled: true } })
    await core.db.twoFactor.updateMany({ where: { userId }, data: { verified: true } })
    const request = { address: null, requestId: 'test' }
    const end = () => endOtherSessions(core, { userId, keep: 'none' }, request)
    const sent = { password, currentPassword: password, newPassword: strong }
    if (path === '/two-factor/generate-backup-codes') {
      meanwhile(core.db.twoFactor, 'update', { after: end })
    } else {
      meanwhile(core.db.session, 'create', { before: end })
    }
    const refused = await browser.fail(path, { ...sent, revokeOtherSessions: true })
    expect(await refused.json()).toMatchObject({ code: 'ACCESS_ENDED' })
    await expectMail(subject)
    const log = await core.db.accountAct.findMany({ where: { userId }, select: { act: true } })
    const audit = await core.db.auditEntry.findMany({
      where: { organizationId, actorId: userId },
      select: { operation: true },
    })
    const { act } = log.find(({ act }) => act.startsWith('members.')) ?? {}
    expect(audit).toEqual([{ operation: act }])
  })

  test('when their password was changed, but that could not be audited', async () => {
    const { browser, expectMail } = await signedIn()
    withoutAudit(core)
    const sent = { currentPassword: password, newPassword: strong }
    const refused = await browser.fail('/change-password', sent)
    vi.restoreAllMocks()
    expect(refused.status).toBe(503)
    await expectMail('Your password was changed')
  })

  test('when a passkey was added, and when it was deleted', async () => {
    const { email, browser, expectMail } = await signedIn()
    const options = await (await browser.auth('/passkey/generate-register-options')).json()
    const response = newPasskey(consoleUrl, options.rp.id).registered(options)
    const sent = { name: 'Laptop', response }
    const withSession = { ...sent, createSession: true }
    const refused = await browser.fail('/passkey/verify-registration', withSession)
    expect(await refused.json()).toEqual({ code: 'NO_SESSION_WITH_PASSKEY' })
    for (const name of [' ', 'two\nlines', 'x'.repeat(101)]) {
      const unnamed = await browser.fail('/passkey/verify-registration', { name, response })
      expect(await unnamed.json()).toEqual({ code: 'NAME_REFUSED' })
    }
    await browser.auth('/passkey/verify-registration', sent)
    await expectMail('A passkey was added to your account')
    const { id } = await core.db.passkey.findFirstOrThrow({ where: { user: { email } } })
    await browser.call('account.deletePasskey', { passkeyId: id })
    await expectMail('A passkey was deleted from your account')
  })

  test.each([
    ['reset', 'operator', 'Your password was reset with a link that was sent to this address'],
    ['claimed with their account', 'none', 'Your account was claimed with a link'],
  ] as const)('when their password was %s', async (_, addressProof, what) => {
    const email = await newPerson(organizationId)
    await core.db.user.update({ where: { email }, data: { addressProof } })
    const browser = openBrowser()
    await browser.call('reset.request', { email })
    const [link] = await mails()
    const secret = /reset-password#([\w-]+)/.exec(link?.text ?? '')?.[1] ?? ''
    await browser.call('reset.set', { secret, password: strong })
    const [notice, ...others] = await mails()
    expect([notice?.to, others]).toEqual([[email], []])
    expect(notice?.text).toContain(what)
    const removed = 'passkeys, two-step sign-in and company sign-in were removed'
    expect(notice?.text.includes(removed)).toBe(addressProof === 'none')
  })

  test.each(['new', 'signed in'])('when they joined an organization, being %s', async (as) => {
    const other = `org-${randomUUID()}`
    await createOrganization(core, { id: other, name: 'Other Works' })
    const { browser: owner } = await signedIn(other)
    const known = await signedIn()
    const email = as === 'new' ? `${randomUUID()}@sluice.example` : known.email
    await owner.call('members.invite', { email, role: 'viewer' }, other)
    const [link] = await mails()
    const secret = /join#(\w+)/.exec(link?.text ?? '')?.[1] ?? ''
    if (as === 'new') {
      const given = { secret, name: 'Cy', password: strong }
      await openBrowser().call('join.acceptAsNew', given)
    } else await known.browser.call('join.accept', { secret })
    const subject = 'Sluice: You joined Other Works as viewer'
    expect(await mails()).toMatchObject([{ to: [email], subject }])
  })
})
