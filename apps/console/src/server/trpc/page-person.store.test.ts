/** A page acts for the person that it was rendered for, whoever has signed in since in another tab. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET as authGet, POST as authPost } from '../../app/api/auth/[...path]/route.ts'
import { GET, POST } from '../../app/api/trpc/[procedure]/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { OTHER_PERSON, PERSON_HEADER } from '../../data/page-person.ts'
import { createAuth } from '../auth/auth.ts'
import { consoleUrl } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'
import { appRouter } from './router.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
const password = 'quite a good password'

beforeAll(async () => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  await createOrganization(core, { id: organizationId, name: 'Acme' })
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined })
})

async function newPerson(name: string) {
  const email = `${randomUUID()}@sluice.example`
  await addOwner(core, {
    ...{ organizationId, email, name },
    passwordHash: await hashPassword(password),
  })
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  return { id, email, cookie: await signIn(email, password) }
}

/** A call with Bob's session from the page of the person with this id. */
async function setUpTabs() {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const headersOf = (page: string) => ({
    ...{ cookie: bob.cookie, origin: consoleUrl, 'content-type': 'application/json' },
    ...{ [ORGANIZATION_HEADER]: organizationId, [PERSON_HEADER]: page },
  })
  const send = (handle: typeof POST, path: string, page: string, input?: object) =>
    handle(
      new Request(`${consoleUrl}${path}`, {
        headers: headersOf(page),
        ...(input && { method: 'POST', body: JSON.stringify(input) }),
      }),
    )
  /** What calls could change of Bob. */
  const kept = () =>
    core.db.user.findUniqueOrThrow({
      where: { id: bob.id },
      include: {
        accounts: true,
        sessions: true,
        passkeys: true,
        memberships: true,
        twoFactor: true,
      },
    })
  return { ann, bob, send, kept }
}

type Procedures = Readonly<Record<string, { readonly _def: { readonly type: string } }>>

const changes = Object.entries(appRouter._def.procedures as unknown as Procedures)
  .filter(([name, { _def }]) => _def.type === 'mutation' && /^(account|members)\./.test(name))
  .map(([name]) => name)

test('no call of the page of one person acts for another', async () => {
  const { ann, bob, send, kept } = await setUpTabs()
  const before = await kept()
  const input = {
    ...{ name: 'Ann B.', sessionId: before.sessions[0]?.id, passkeyId: 'x', id: 'x' },
    ...{ userId: bob.id, role: 'viewer', email: 'x@sluice.example' },
  }
  const fieldsOf: Record<string, readonly (keyof typeof input)[]> = {
    'account.rename': ['name'],
    'account.endSession': ['sessionId'],
    'members.changeRole': ['userId', 'role'],
    'members.remove': ['userId'],
  }
  expect(changes).toEqual(expect.arrayContaining(['members.leave', ...Object.keys(fieldsOf)]))
  for (const name of changes) {
    const fields = fieldsOf[name] ?? []
    const given = Object.fromEntries(fields.map((field) => [field, input[field]]))
    const answer = await send(POST, `/api/trpc/${name}`, ann.id, given)
    expect({ name, status: answer.status }).toEqual({ name, status: 401 })
    expect(await answer.json()).toMatchObject({ error: { message: OTHER_PERSON } })
  }
  expect((await send(GET, '/api/trpc/account.get', ann.id)).status).toBe(401)
  expect(await kept()).toEqual(before)
})

test('the page of the person who is signed in acts for them', async () => {
  const { bob, send, kept } = await setUpTabs()
  const answer = await send(POST, '/api/trpc/account.rename', bob.id, { name: 'Bob B.' })
  expect(answer.status).toBe(200)
  expect((await kept()).name).toBe('Bob B.')
})

test.each([
  ['/change-password', { currentPassword: password, newPassword: 'another good password' }],
  ['/two-factor/enable', { password }],
  ['/passkey/generate-register-options', undefined],
])('%s is refused too', async (path, input) => {
  const { ann, bob, send, kept } = await setUpTabs()
  const before = await kept()
  const ask = (page: string) => send(input ? authPost : authGet, `/api/auth${path}`, page, input)
  const refused = await ask(ann.id)
  expect(refused.status).toBe(401)
  expect(await refused.json()).toEqual({ code: OTHER_PERSON })
  expect(await kept()).toEqual(before)
  expect((await ask(bob.id)).ok).toBe(true)
})

test('signing out ends the session of the browser, whoever it is', async () => {
  const { ann, send, kept } = await setUpTabs()
  expect((await send(authPost, '/api/auth/sign-out', ann.id, {})).status).toBe(204)
  expect((await kept()).sessions).toEqual([])
})
