/** For whom calls of the console wait at the shared connections to Postgres. */
import { randomBytes, randomUUID } from 'node:crypto'
import { operations } from '@sluice/contract'
import { addOwner, createOrganization, statementCounts } from '@sluice/core'
import { workingFor } from '@sluice/runtime'
import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET, POST } from '../../app/api/trpc/[procedure]/route.ts'
import { ORGANIZATION_HEADER } from '../../data/organization-header.ts'
import { createAuth } from '../auth/auth.ts'
import { openCallerBudget } from '../callers/caller-budget.ts'
import { whoseSession } from '../session/session.ts'
import { consoleUrl } from '../testing/environment.ts'
import { ownInput } from '../testing/own-input.ts'
import { setUpCore } from '../testing/set-up-core.ts'
import { signIn } from '../testing/sign-in.ts'
import { appRouter } from './router.ts'

vi.mock('../environment.ts', () => import('../testing/environment.ts'))

const core = setUpCore()
const [ours, theirs] = [1, 2].map(() => `org-${randomUUID()}`) as [string, string]
const password = 'quite a good password'
let [ann, bob] = [] as unknown as [Person, Person]
/** For whom each query of the calls ran. */
let owners: Set<string>

interface Person {
  readonly id: string
  readonly cookie: string
}

beforeAll(async () => {
  const db = core.db.$extends({
    query: {
      $allOperations({ args, query }) {
        owners.add(workingFor())
        return query(args)
      },
    },
  })
  Object.assign(globalThis, { sluiceCore: { ...core, db } })
  const authSecret = randomBytes(32).toString('hex')
  Object.assign(globalThis, { sluiceAuth: createAuth({ authSecret, consoleUrl }) })
  for (const id of [ours, theirs]) await createOrganization(core, { id, name: id })
  ann = await newOwner(ours)
  bob = await newOwner(theirs)
})
beforeEach(() => {
  owners = new Set()
  // No session is known yet.
  Object.assign(globalThis, { sluiceCallerBudget: openCallerBudget(Date.now, consoleUrl) })
})
afterAll(() => {
  Object.assign(globalThis, { sluiceAuth: undefined, sluiceCallerBudget: undefined })
})

async function newOwner(organizationId: string): Promise<Person> {
  owners = new Set()
  const email = `${randomUUID()}@sluice.example`
  const passwordHash = await hashPassword(password)
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash })
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  return { id, cookie: await signIn(email, password) }
}

interface Asked extends Pick<Person, 'cookie'> {
  readonly organization?: string
}

/** One request with a call for each input. */
function ask({ cookie, organization }: Asked, name: string, inputs: readonly unknown[]) {
  const headers = {
    ...{ cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    'x-forwarded-for': '192.0.2.1',
    ...(organization !== undefined && { [ORGANIZATION_HEADER]: organization }),
  }
  const url = `${consoleUrl}/api/trpc/${inputs.map(() => name).join(',')}?batch=1`
  const json = JSON.stringify({ ...inputs })
  return typeOf(name) === 'query'
    ? GET(new Request(`${url}&input=${encodeURIComponent(json)}`, { headers }))
    : POST(new Request(url, { method: 'POST', headers, body: json }))
}

test('changes of one organization that wait for each other delay no session and no call of others', async () => {
  const gate = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = core.db.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM organizations WHERE id = ${ours} FOR UPDATE`
      locked.resolve()
      await gate.promise
    },
    { timeout: 60_000 },
  )
  await locked.promise
  const invite = () => ({ email: `${randomUUID()}@sluice.example`, role: 'viewer' })
  const invited = [1, 2].map(() =>
    ask({ ...ann, organization: ours }, 'members.invite', Array.from({ length: 20 }, invite)),
  )
  try {
    const areWaiting = () => (statementCounts(core.db)?.waiting ?? 0) >= 10
    await vi.waitUntil(areWaiting, { interval: 5, timeout: 30_000 })
    expect(await whoseSession(new Headers({ cookie: bob.cookie }))).toBe(bob.id)
    for (const name of ['members.list', 'account.get', 'savedViews.list']) {
      expect((await ask({ ...bob, organization: theirs }, name, [{}])).status).toBe(200)
    }
    expect((await ask({ cookie: '' }, 'join.look', [{ secret: 'none' }])).status).toBe(404)
  } finally {
    gate.resolve()
    await Promise.allSettled([lock, ...invited])
  }
})

type Procedure = { _def: { type: string; inputs: readonly { shape?: object }[] } }
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>
const typeOf = (name: string) => procedures[name]?._def.type

const personal = /^(account|operator|join|reset)\./
const isOfContract = (name: string) => Object.hasOwn(operations, name)
/** The one that removes Ann comes last. */
const names = Object.keys(procedures).filter((name) => name !== 'members.leave')

test.each([...names, 'members.leave'])('%s has an owner for each of its queries', async (name) => {
  await ask({ ...ann, organization: ours }, name, [ownInput(name, procedures[name]?._def.inputs)])
  const shares = [...owners].filter((owner) => !/^session .{20}/.test(owner)).sort()
  expect(shares.length).toBeLessThan(owners.size)
  const person = `person ${ann.id}`
  if (personal.test(name)) expect(shares).toEqual([person])
  // An operation of the contract may be rejected for its input before it queries anything.
  else if (isOfContract(name)) expect([ours, person]).toEqual(expect.arrayContaining(shares))
  else expect(shares).toEqual([ours, person])
})

test('calls without a session count for their address', async () => {
  await ask({ cookie: '' }, 'reset.look', [{ secret: 'none' }])
  expect([...owners]).toEqual(['address 192.0.2.1'])
})
