/** Members and invitations through the console's procedures: who may call them, and what they return. */
import { randomUUID } from 'node:crypto'
import { createOrganization, type Role } from '@sluice/core'
import { hangUp, receiveMail } from '@sluice/mail/testing'
import { verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { settings } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { request, signInMember } from '../testing/sign-in-member.ts'
import { createCallerFactory, router } from './init.ts'
import { joinRouter } from './join.ts'
import { membersRouter } from './members.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
beforeAll(() => createOrganization(core, { id: organizationId, name: 'Acme' }))

const callerOf = createCallerFactory(router({ members: membersRouter, join: joinRouter }))
const stranger = (sameOrigin = true) =>
  callerOf({ ...request, session: null, actor: undefined, sameOrigin })

async function signedIn(role?: Role, sameOrigin = true) {
  const { context, user } = await signInMember(core, { organizationId, role, sameOrigin })
  return { call: callerOf(context), user }
}

async function invited(role: Role = 'viewer', email = `${randomUUID()}@sluice.example`) {
  const { call } = await signedIn('owner')
  const { link, invitation } = await call.members.invite({ email, role })
  return { email, link, invitation, secret: secretIn(link) }
}

const secretIn = (link: string | null) => new URL(link ?? '').hash.slice(1)

/** Valid input for every procedure of both routers. */
const input = { id: 'none', userId: 'none', role: 'viewer', email: 'cy@sluice.example' }
type Procedures = Record<string, (given: unknown) => Promise<unknown>>
const codeOf = (call: Promise<unknown> | undefined) =>
  call?.then(
    () => 'OK',
    (error) => error.code,
  )

describe.each(Object.keys(membersRouter._def.procedures))('members.%s', (name) => {
  const isRead = ['list', 'invitations', 'inviting', 'security'].includes(name)
  const given = {
    ...(['withdraw'].includes(name) && { id: input.id }),
    ...(['changeRole', 'remove'].includes(name) && { userId: input.userId }),
    ...(['changeRole', 'invite'].includes(name) && { role: 'viewer' }),
    ...(name === 'invite' && { email: input.email }),
  }
  const ask = (call: ReturnType<typeof callerOf>) =>
    codeOf((call.members as unknown as Procedures)[name]?.(name === 'inviting' ? undefined : given))

  test('is rejected for anyone but members', async () => {
    expect(await ask(stranger())).toBe('UNAUTHORIZED')
    expect(await ask((await signedIn()).call)).toBe('NOT_FOUND')
  })

  test('lets viewers change nothing but their own leaving, and rejects other sites', async () => {
    const forViewer = { invite: 'FORBIDDEN', withdraw: 'NOT_FOUND', changeRole: 'NOT_FOUND' }
    const expected = { ...forViewer, remove: 'NOT_FOUND', security: 'FORBIDDEN' }[name] ?? 'OK'
    expect(await ask((await signedIn('viewer')).call)).toBe(expected)
    const elsewhere = (await signedIn('owner', false)).call
    expect(await ask(elsewhere)).toBe(isRead ? 'OK' : 'FORBIDDEN')
  })
})

test('the link of an invitation is returned once, and no list contains its secret', async () => {
  const { email, link, secret, invitation } = await invited()
  expect(link).toMatch(/^https:\/\/console\.sluice\.example\/join#svinv_[0-9A-Za-z]{12}_\w{43}$/)
  const { call } = await signedIn('admin')
  const { items } = await call.members.invitations({ text: email })
  expect(items.map(({ id }) => id)).toContain(invitation.id)
  expect(JSON.stringify(items)).not.toContain(secret.slice(-43))
})

describe('an invitation by mail', () => {
  let server: Awaited<ReturnType<typeof receiveMail>>
  beforeAll(async () => {
    server = await receiveMail()
    settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  })
  afterAll(async () => {
    settings.mail = undefined
    await server.close()
  })

  test('sends the link to the address only, and does not show it to the inviter', async () => {
    const { call } = await signedIn('owner')
    const email = `${randomUUID()}@sluice.example`
    expect(await call.members.inviting()).toMatchObject({ byMail: true })
    const answer = await call.members.invite({ email, role: 'viewer' })
    expect(answer).toMatchObject({ link: null, invitation: { byMail: true } })
    const [mail] = server.received.splice(0)
    expect(mail?.to).toEqual([email])
    const [secret = ''] = /svinv_\w+/.exec(mail?.raw.replaceAll('=\r\n', '') ?? '') ?? []
    expect(JSON.stringify(answer)).not.toContain(secret)
    await stranger().join.acceptAsNew({ secret, name: 'Cy', password: 'a dozen letters' })
    const user = await core.db.user.findUniqueOrThrow({ where: { email } })
    expect(user).toMatchObject({ emailVerified: true, addressProof: 'mail' })
  })

  test('is withdrawn if the mail server rejects it, and does not count for the address', async () => {
    server.refuse(true)
    const { call } = await signedIn('owner')
    const email = `${randomUUID()}@sluice.example`
    for (let i = 0; i < 5; i += 1) {
      const refused = call.members.invite({ email, role: 'viewer' })
      await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    }
    server.refuse(false)
    const [row] = await core.db.invitation.findMany({ where: { email } })
    expect(row).toMatchObject({ status: 'withdrawn' })
    await call.members.invite({ email, role: 'viewer' })
    expect(server.received.splice(0)).toMatchObject([{ to: [email] }])
  })

  test('counts for the address if the mail server hangs up: it may be delivered', async () => {
    const unsure = await hangUp()
    onTestFinished(unsure.close)
    settings.mail = { smtpUrl: unsure.smtpUrl, from: 'sluice@acme.example' }
    const { call } = await signedIn('owner')
    const draft = { email: `${randomUUID()}@sluice.example`, role: 'viewer' } as const
    for (let i = 0; i < 5; i += 1) {
      await expect(call.members.invite(draft)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      })
    }
    settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
    await expect(call.members.invite(draft)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})

test('a list continues from the server-rendered page and rejects unstorable text', async () => {
  for (let i = 0; i < 51; i += 1) await signedIn('viewer')
  const { call } = await signedIn('admin')
  const rendered = await call.members.list({ text: undefined, role: 'viewer', sort: undefined })
  expect(rendered.items).toHaveLength(50)
  const cursor = rendered.nextCursor ?? undefined
  const { items } = await call.members.list({ role: 'viewer', cursor })
  const seen = rendered.items.map(({ userId }) => userId)
  expect(items.filter(({ userId }) => seen.includes(userId))).toEqual([])
  expect(items.length).toBeGreaterThan(0)
  for (const list of [call.members.list, call.members.invitations]) {
    expect(await codeOf(list({ text: '\0' }))).toBe('BAD_REQUEST')
  }
})

test('somebody without an account accepts with a name and a strong password', async () => {
  const { secret, email } = await invited('admin')
  const offered = await stranger().join.look({ secret })
  expect(offered).toMatchObject({ email, role: 'admin', organization: 'Acme', signedInAs: null })
  for (const refused of ['11 letters.', 'x'.repeat(129), 'password1234', 'acme-sluice-2026']) {
    const call = stranger().join.acceptAsNew({ secret, name: 'Cy', password: refused })
    await expect(call).rejects.toMatchObject({ cause: { errors: [{ pointer: '/password' }] } })
  }
  const password = '12 letters..'
  await stranger().join.acceptAsNew({ secret, name: 'Cy', password })
  const { password: kept } = await core.db.account.findFirstOrThrow({ where: { user: { email } } })
  expect(await verifyPassword({ hash: kept ?? '', password })).toBe(true)
  const where = { organizationId, user: { email } }
  expect(await core.db.membership.findMany({ where })).toMatchObject([{ role: 'admin' }])
  const again = stranger().join.acceptAsNew({ secret, name: 'Cy', password })
  await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a password is not examined without a valid invitation', async () => {
  const call = stranger().join.acceptAsNew({ secret: 'none', name: 'Cy', password: 'short' })
  await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a signed-in person can accept only invitations to their own address', async () => {
  const { call, user } = await signedIn()
  const theirs = await invited('viewer', user.email)
  const other = await invited()
  expect(await call.join.look({ secret: other.secret })).toMatchObject({ signedInAs: user.email })
  await expect(call.join.accept({ secret: other.secret })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const asNew = { secret: theirs.secret, name: 'Cy', password: 'a dozen letters' }
  await expect(stranger().join.acceptAsNew(asNew)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(stranger().join.accept({ secret: theirs.secret })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  expect(await call.join.accept({ secret: theirs.secret })).toMatchObject({ organizationId })
})

test.each(['look', 'accept', 'acceptAsNew'] as const)(
  'join.%s from another site is rejected',
  async (name) => {
    const { secret } = await invited()
    const given = {
      secret,
      ...(name === 'acceptAsNew' && { name: 'Cy', password: 'a dozen letters' }),
    }
    const call = (await signedIn(undefined, false)).call.join as unknown as Procedures
    expect(await codeOf(call[name]?.(given))).toBe('FORBIDDEN')
  },
)
