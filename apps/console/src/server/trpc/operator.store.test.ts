import { randomUUID } from 'node:crypto'
import {
  acceptInvitation,
  createOrganization,
  inviteOperator,
  removeOperator,
  type SessionFacts,
} from '@sluice/core'
import { expect, test } from 'vitest'
import { setUpCore } from '../testing/set-up-core.ts'
import type { TrpcContext } from './context.ts'
import { createCallerFactory } from './init.ts'
import { operatorRouter } from './operator.ts'

const core = setUpCore()

async function newPerson() {
  const email = `${randomUUID()}@sluice.example`
  const { secret } = await inviteOperator(core, { email, byMail: false })
  const by = { name: 'Ann', passwordHash: 'x' }
  await acceptInvitation(core, { secret, by }, { address: null, requestId: 'test' })
  const { id } = await core.db.user.findUniqueOrThrow({ where: { email } })
  return { id, name: 'Ann', email }
}

function factsOf(userId: string, change: Partial<SessionFacts>): SessionFacts {
  return {
    ...{ userId, method: 'password', companyOrganizationId: null, hasSecondFactor: false },
    ...{ createdAt: new Date(), ...change },
  }
}

function contextOf(
  user: { id: string; name: string; email: string } | null,
  change: Partial<SessionFacts> = {},
): TrpcContext {
  const own = { hasSecondFactor: false, memberships: [], isOperator: true }
  const session = user && { sessionId: 'none', ...own, user, facts: factsOf(user.id, change) }
  const request = { requestId: 'test', headers: new Headers(), address: null }
  return { ...request, session, actor: undefined, sameOrigin: true }
}

const call = createCallerFactory(operatorRouter)
const names = Object.keys(operatorRouter._def.procedures)

/** Valid input for every procedure, so only authorization can reject it. */
const input = {
  ...{ id: 'none', tier: 'standard', perMinute: 1, burst: 1, reason: 'x', until: null, limits: [] },
  query: { days: 1, timezone: 'UTC' },
}

type Procedures = Record<string, (input: unknown) => Promise<unknown>>

test('the operator’s procedures are found for the tests below', () =>
  expect(names.length).toBeGreaterThan(10))

test.each(names)('%s is rejected for anonymous callers and former operators', async (name) => {
  const person = await newPerson()
  await removeOperator(core, person.email)
  const asked = (context: TrpcContext) => (call(context) as unknown as Procedures)[name]?.(input)
  await expect(asked(contextOf(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(asked(contextOf(person))).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test.each(names)(
  '%s is rejected for an operator signed in by an organization’s provider',
  async (name) => {
    const person = await newPerson()
    const byCompany = { method: 'company', companyOrganizationId: 'acme' } as const
    const procedures = call(contextOf(person, byCompany)) as unknown as Procedures
    await expect(procedures[name]?.(input)).rejects.toMatchObject({
      message: expect.stringContaining('signed in through your company'),
    })
  },
)

test('a change by an operator is rejected from another site', async () => {
  const operator = call({ ...contextOf(await newPerson()), sameOrigin: false })
  const asked = operator.resetLimit({ id: 'none', tier: 'standard' })
  await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('an operator can set and reset the limits of a tenant', async () => {
  const id = `org-${randomUUID()}`
  await createOrganization(core, { id, name: id })
  const operator = call(contextOf(await newPerson()))
  const figures = { tier: 'standard', perMinute: 6000, burst: 9000 } as const
  await operator.setLimit({ id, ...figures, reason: 'more trucks', until: null })
  const own = { ...figures, remaining: expect.any(Number), source: 'standing' }
  expect((await operator.limits({ id })).items[0]).toMatchObject(own)
  const outdated = { perMinute: 600, burst: 1000 }
  await expect(operator.resetLimit({ id, tier: 'standard', was: outdated })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await operator.resetLimit({ id, tier: 'standard', was: { perMinute: 6000, burst: 9000 } })
  expect((await operator.limits({ id })).items[0]).toMatchObject({ source: 'default' })
  const { mostBytes } = (await operator.storage({ id })).items[1] ?? {}
  const resetQuota = (wasBytes?: number) => operator.resetQuota({ id, kind: 'samples', wasBytes })
  await expect(resetQuota(1)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await resetQuota(mostBytes)).toBeUndefined()
})

test('an invalid limit is rejected with a pointer for each fault', async () => {
  const operator = call(contextOf(await newPerson()))
  const wrong = { id: 'none', tier: 'standard', perMinute: 0, burst: 1.5 } as const
  const asked = operator.setLimit({ ...wrong, reason: ' ', until: null })
  await expect(asked).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { errors: [{ pointer: '/perMinute' }, { pointer: '/burst' }, { pointer: '/reason' }] },
  })
  await expect(operator.organization({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
