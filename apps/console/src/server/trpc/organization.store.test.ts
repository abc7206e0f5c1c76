/** The organization of a call made as by a browser: with the cookie, and the page's organization in a header. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GET, POST } from '../../app/api/trpc/[procedure]/route.ts'
import { GET as exportThings } from '../../app/o/[organization]/export-things/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { createAuth } from '../auth/auth.ts'
import { openCallerBudget } from '../callers/caller-budget.ts'
import { consoleUrl } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'
import { appRouter } from './router.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const [first, second, foreign] = [1, 2, 3].map(() => `org-${randomUUID()}`) as [
  string,
  string,
  string,
]
const email = `${randomUUID()}@sluice.example`
const password = 'quite a good password'
let cookie: string

let asked = 0
/** A clock that refills the person's budget before every call, however fast the machine is. */
function laterEachTime(): number {
  asked += 1
  return asked * 60_000
}

beforeAll(async () => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceCallerBudget: openCallerBudget(laterEachTime, consoleUrl) })
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  const passwordHash = await hashPassword(password)
  for (const id of [first, second, foreign]) await createOrganization(core, { id, name: id })
  await addOwner(core, { organizationId: first, email, name: 'Ann', passwordHash })
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const data = { id: randomUUID(), organizationId: second, userId, role: 'owner' }
  await core.db.membership.create({ data })
  cookie = await signIn(email, password)
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
})

const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string } }
>

interface Answer {
  readonly status: number
  readonly message: string | undefined
  readonly data: unknown
}

/** A call from a page of an organization, or of none if it is undefined. */
async function call(name: string, organization: string | undefined, input: unknown = {}) {
  const headers = {
    ...{ cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(organization !== undefined && { [ORGANIZATION_HEADER]: organization }),
  }
  const url = `${consoleUrl}/api/trpc/${name}`
  const json = JSON.stringify(input)
  const isQuery = procedures[name]?._def.type === 'query'
  const answer = isQuery
    ? await GET(new Request(`${url}?input=${encodeURIComponent(json)}`, { headers }))
    : await POST(new Request(url, { method: 'POST', headers, body: json }))
  const body = (await answer.json()) as { error?: { message: string }; result?: { data: unknown } }
  return { status: answer.status, message: body.error?.message, data: body.result?.data } as Answer
}

const NO_SUCH = 'The organization does not exist, or you are not a member of it.'

/** Procedures about the signed-in person or the service. All others belong to an organization. */
const beyondOrganizations = /^(account|operator|join|reset)\./
const names = Object.keys(procedures).filter((name) => !beyondOrganizations.test(name))

test('the procedures of an organization are found for the tests below', () =>
  expect(names.length).toBeGreaterThan(60))

test.each(names)(
  '%s is rejected alike for a foreign and for an unknown organization',
  async (name) => {
    const refusal = { status: 404, message: NO_SUCH, data: undefined }
    expect(await call(name, foreign)).toEqual(refusal)
    expect(await call(name, 'org-that-is-none')).toEqual(refusal)
    expect(await call(name, undefined)).toEqual(refusal)
    expect(await call(name, first)).not.toMatchObject({ message: NO_SUCH })
  },
)

test('two tabs of one session each write to the organization in their own address', async () => {
  const draft = (id: string) => ({ body: { id, name: id, timezone: 'UTC' } })
  for (const [id, organization] of [
    ['of-first', first],
    ['of-second', second],
    ['of-first-again', first],
  ] as const) {
    expect(await call('sites.create', organization, draft(id))).toMatchObject({ status: 200 })
  }
  const sitesOf = async (organization: string) => {
    const { data } = await call('sites.list', organization, { query: {} })
    return (data as { items: { id: string }[] }).items.map(({ id }) => id)
  }
  expect(await sitesOf(first)).toEqual(['of-first', 'of-first-again'])
  expect(await sitesOf(second)).toEqual(['of-second'])
})

test('a removed member is rejected at the next call', async () => {
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  const third = `org-${randomUUID()}`
  await createOrganization(core, { id: third, name: third })
  const membership = { id: randomUUID(), organizationId: third, userId, role: 'viewer' }
  await core.db.membership.create({ data: membership })
  expect(await call('things.list', third, { query: {} })).toMatchObject({ status: 200 })
  await core.db.membership.delete({ where: { id: membership.id } })
  expect(await call('things.list', third, { query: {} })).toMatchObject({ status: 404 })
})

test('a download is only for members of the organization in its URL', async () => {
  const download = (organization: string, headers: Record<string, string>) =>
    exportThings(new Request(`${consoleUrl}/o/${organization}/export-things`, { headers }), {
      params: Promise.resolve({ organization }),
    })
  expect((await download(first, { cookie })).status).toBe(200)
  expect((await download(foreign, { cookie })).status).toBe(404)
  // The header of a call does not override the URL.
  const named = { cookie, [ORGANIZATION_HEADER]: first }
  expect((await download(foreign, named)).status).toBe(404)
  expect((await download(first, {})).status).toBe(401)
})
