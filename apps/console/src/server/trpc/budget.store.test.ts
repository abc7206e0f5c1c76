/** The budget of one user for calls of the console, as the browser sees it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { addOwner, createOrganization } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET } from '../../app/api/trpc/[procedure]/route.ts'
import { GET as exportThings } from '../../app/o/[organization]/export-things/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { createAuth } from '../auth/auth.ts'
import { openCallerBudget } from '../callers/caller-budget.ts'
import { consoleUrl } from '../testing/environment.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const organizationId = `org-${randomUUID()}`
const password = 'quite a good password'
let [ann, bob]: string[] = []
let now = Date.parse('2026-06-01T12:00:00Z')

beforeAll(async () => {
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  await createOrganization(core, { id: organizationId, name: 'Acme' })
  ann = await newPerson()
  bob = await newPerson()
})
beforeEach(() => {
  Object.assign(globalThis, {
    sluiceCallerBudget: openCallerBudget(() => now, consoleUrl),
  })
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
})

/** The cookie of a new, signed-in person. */
async function newPerson(): Promise<string> {
  const email = `${randomUUID()}@sluice.example`
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  return await signIn(email, password)
}

/** Makes a number of calls in one request. */
function ask(cookie: string, calls: number): Promise<Response> {
  const all = Array.from({ length: calls })
  const input = JSON.stringify(Object.fromEntries(all.map((_, i) => [i, { query: {} }])))
  const paths = all.map(() => 'sites.list').join(',')
  const query = new URLSearchParams({ batch: '1', input })
  const headers = { cookie, [ORGANIZATION_HEADER]: organizationId }
  return GET(new Request(`${consoleUrl}/api/trpc/${paths}?${query}`, { headers }))
}

async function askUntilRefused(cookie: string): Promise<{ answered: number; refusal: Response }> {
  for (let answered = 0; ; answered += 20) {
    const answer = await ask(cookie, 20)
    if (answer.status !== 200) return { answered, refusal: answer }
  }
}

test('each call of a batch counts, and a batch over the budget is rejected whole', async () => {
  const { answered, refusal } = await askUntilRefused(ann ?? '')
  expect(answered).toBe(300)
  expect(refusal.status).toBe(429)
  expect(refusal.headers.get('retry-after')).toBe('1')
  const refusals = (await refusal.json()) as object[]
  expect(refusals).toHaveLength(20)
  expect(refusals[0]).toMatchObject({
    error: {
      message: 'You sent too many requests at once. Try again in 1 s.',
      data: { code: 'TOO_MANY_REQUESTS', problem: { code: 'rate-limited', retryAfter: 1 } },
    },
  })
  expect((await ask(bob ?? '', 20)).status).toBe(200)
  now += 1000
  expect((await ask(ann ?? '', 20)).status).toBe(200)
})

test('a call over the budget makes no database query', async () => {
  const memberships = vi.spyOn(core.db.membership, 'findMany')
  expect((await ask(ann ?? '', 1)).status).toBe(200)
  expect(memberships).toHaveBeenCalled()
  await askUntilRefused(ann ?? '')
  memberships.mockClear()
  expect((await ask(ann ?? '', 20)).status).toBe(429)
  expect(memberships).not.toHaveBeenCalled()
})

test('file downloads use the same budget', async () => {
  await askUntilRefused(ann ?? '')
  const url = `${consoleUrl}/o/${organizationId}/export-things`
  const answer = await exportThings(new Request(url, { headers: { cookie: ann ?? '' } }), {
    params: Promise.resolve({ organization: organizationId }),
  })
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.text()).toBe('You sent too many requests at once. Try again in 1 s.\n')
})

test('a request with more calls than pages send is rejected', async () => {
  expect((await ask(ann ?? '', 21)).status).toBe(400)
})
