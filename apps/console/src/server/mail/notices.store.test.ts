import { randomUUID } from 'node:crypto'
import { receiveMail } from '@sluice/mail/testing'
import { expect, test, vi } from 'vitest'
import { backgroundDone } from '../in-background.ts'
import { cookiesOf, withoutSession } from '../testing/cookies.ts'
import { settings } from '../testing/environment.ts'
import { password, setUpAuth } from '../testing/set-up-auth.ts'
import { notifyOfAct, notifyOfJoining } from './notices.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const { core, callsFrom, newPerson } = setUpAuth()
const from = { address: '203.0.113.120' }

test('a sign-in by an unknown browser is reported by mail unless the account is new', async () => {
  const server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  const email = await newPerson()
  const call = callsFrom('203.0.113.120')
  const mails = async () => {
    await backgroundDone()
    return server.received.splice(0)
  }
  const first = await call('/sign-in/email', { email, password })
  expect(await mails()).toEqual([])
  await core.db.user.update({ where: { email }, data: { createdAt: new Date(0) } })
  await call('/sign-in/email', { email, password }, withoutSession(cookiesOf(first)))
  await call('/sign-in/email', { email, password: 'not the password' })
  expect(await mails()).toEqual([])
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
  const [mail, ...others] = await mails()
  expect([mail?.to, others]).toEqual([[email], []])
  expect(mail?.raw).toContain('203.0.113.120')
  server.refuse(true)
  expect((await call('/sign-in/email', { email, password })).status).toBe(200)
  expect(await mails()).toEqual([])
  settings.mail = undefined
  await server.close()
})

test('of one kind are at most ten an hour for an account', async () => {
  const server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  const [email, other] = [`${randomUUID()}@sluice.example`, `${randomUUID()}@sluice.example`]
  for (let i = 0; i < 12; i++) notifyOfAct(email, 'account.signIn', from)
  notifyOfAct(email, 'members.changePassword', from)
  notifyOfAct(other, 'account.signIn', from)
  await backgroundDone()
  const mails = server.received.splice(0).map(({ to }) => to[0])
  expect(mails.filter((to) => to === email)).toHaveLength(11)
  expect(mails.filter((to) => to === other)).toHaveLength(1)
  settings.mail = undefined
  await server.close()
})

test('are sent even if the database is away', async () => {
  const server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  const email = `${randomUUID()}@sluice.example`
  vi.spyOn(core.db, '$queryRaw').mockRejectedValueOnce(new Error('The database is away.'))
  notifyOfAct(email, 'account.signIn', from)
  await backgroundDone()
  vi.restoreAllMocks()
  expect(server.received).toMatchObject([{ to: [email] }])
  settings.mail = undefined
  await server.close()
})

test('contain no link made of an organization’s name', async () => {
  const server = await receiveMail()
  settings.mail = { smtpUrl: server.smtpUrl, from: 'sluice@acme.example' }
  const email = `${randomUUID()}@sluice.example`
  notifyOfJoining({ email, organization: 'evil.example', role: 'viewer' }, from)
  await backgroundDone()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]?.raw).not.toContain('evil.example')
  settings.mail = undefined
  await server.close()
})
