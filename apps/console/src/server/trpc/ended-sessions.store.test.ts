/** What an ended session still uses, and how its user ends it. */

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addOwner, createOrganization, endOtherSessions } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { gateCallers } from '../../../caller-gate.mjs'
import { POST as authPost } from '../../app/api/auth/[...path]/route.ts'
import { GET, POST } from '../../app/api/trpc/[procedure]/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { auth, createAuth } from '../auth/auth.ts'
import { callerBudget, openCallerBudget } from '../callers/caller-budget.ts'
import { consoleUrl } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
const password = 'quite a good password'
let now = Date.parse('2026-06-01T12:00:00Z')
const server = createServer((_, answer) => answer.end('rendered'))
// As in main.mjs.
gateCallers(
  server,
  () => callerBudget(),
  async (cookie) => {
    const query = { disableRefresh: true }
    return (await auth().api.getSession({ headers: new Headers({ cookie }), query }))?.user.id
  },
)

beforeAll(async () => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
const forgetAll = () => {
  Object.assign(globalThis, { sluiceCallerBudget: openCallerBudget(() => now, consoleUrl) })
}
beforeEach(forgetAll)
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
  server.closeAllConnections()
  server.close()
})

/** A user who is signed in with two browsers. */
async function signInTwice() {
  const email = `${randomUUID()}@sluice.example`
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const intruder = await signIn(email, password)
  const holder = await signIn(email, password)
  for (const cookie of [intruder, holder]) expect(await call('sites.list', cookie)).toBe(200)
  return { userId, intruder, holder }
}

const headersOf = (cookie: string) => ({
  ...{ cookie, origin: consoleUrl, 'content-type': 'application/json' },
  [ORGANIZATION_HEADER]: organizationId,
})

async function call(name: string, cookie: string): Promise<number> {
  const url = `${consoleUrl}/api/trpc/${name}?input=%7B%22query%22%3A%7B%7D%7D`
  return (await GET(new Request(url, { headers: headersOf(cookie) }))).status
}

async function change(name: string, cookie: string): Promise<number> {
  const init = { method: 'POST', headers: headersOf(cookie), body: '{}' }
  return (await POST(new Request(`${consoleUrl}/api/trpc/${name}`, init))).status
}

async function page(path: string, cookie: string): Promise<number> {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  await answer.text()
  return answer.status
}

/** Leaves a user this many units. */
const leave = (cookie: string, userId: string, left: number, spent: number) =>
  callerBudget().takeOf(cookie, userId, { units: 300 - spent - left })

test('a session that its user has ended uses no budget', async () => {
  const { userId, intruder, holder } = await signInTwice()
  leave(holder, userId, 1, 2)
  expect(await change('account.endOtherSessions', holder)).toBe(200)
  for (const path of ['/', '/nowhere', `/o/${organizationId}/keys`]) {
    expect(await page(path, intruder)).toBe(200)
  }
  expect(callerBudget().personOf(intruder)).toBeUndefined()
  expect(await call('sites.list', intruder)).toBe(401)
  expect(await call('sites.list', holder)).toBe(200)
  expect(await call('sites.list', holder)).toBe(429)
})

test('a session ended by another node uses no budget after some seconds, however often it calls', async () => {
  const { userId, intruder, holder } = await signInTwice()
  leave(holder, userId, 0, 2)
  const latest = { where: { userId }, orderBy: { createdAt: 'desc' } } as const
  const { id: keep } = await core.db.session.findFirstOrThrow(latest)
  await endOtherSessions(core, { userId, keep }, { address: null, requestId: 'test' })
  expect(await call('sites.list', intruder)).toBe(429)
  now += 5000
  callerBudget().takeOf(holder, userId, { units: 99 })
  for (const path of ['/', '/nowhere']) expect(await page(path, intruder)).toBe(200)
  expect(await call('sites.list', intruder)).toBe(401)
  expect(await page('/', holder)).toBe(200)
  expect(await page('/', holder)).toBe(429)
})

test('the account page lists and ends sessions even if the budget is used up', async () => {
  const { userId, intruder, holder } = await signInTwice()
  leave(holder, userId, 0, 2)
  expect(await page('/', holder)).toBe(429)
  expect(await page(`/o/${organizationId}/account`, holder)).toBe(200)
  expect(await call('account.get', holder)).toBe(200)
  expect(await change('account.endOtherSessions', holder)).toBe(200)
  expect(await call('sites.list', intruder)).toBe(401)
})

test('signing out needs no budget, and forgets the session', async () => {
  const { userId, holder } = await signInTwice()
  leave(holder, userId, 0, 2)
  const init = { method: 'POST', headers: headersOf(holder), body: '{}' }
  const answer = await authPost(new Request(`${consoleUrl}/api/auth/sign-out`, init))
  expect(answer.status).toBe(204)
  expect(callerBudget().personOf(holder)).toBeUndefined()
})

test('pages use the budget of their user, even if the session has made no call', async () => {
  const { userId, holder } = await signInTwice()
  forgetAll()
  leave(holder, userId, 2, 0)
  for (const status of [200, 200, 429, 429]) expect(await page('/', holder)).toBe(status)
})
