import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantLimitRequest } from '../limits/index.ts'
import { acceptInvitation, inviteOperator } from '../members/index.ts'
import {
  listInvitedOperators,
  listOperatorActs,
  listOperators,
  removeOperator,
} from '../people/index.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { findOperator, isOperator } from './find.ts'
import { tenantLimits, tenantUsage } from './in-tenant.ts'
import { getTenant, listTenants } from './organizations.ts'

let core: TestCore
beforeAll(() => {
  // The log deletes old rows by the engine's own clock.
  core = openTestCore(new Date())
})
afterAll(() => core.close())

const request = { address: '192.0.2.7', requestId: 'test' }

async function newOperator() {
  const email = `Ann.${randomUUID()}@sluice.example`
  const { secret } = await inviteOperator(core, { email, byMail: false })
  await acceptInvitation(core, { secret, by: { name: 'Ann', passwordHash: 'x' } }, request)
  const user = await core.db.user.findUniqueOrThrow({ where: { email: email.toLowerCase() } })
  const operator = await findOperator(core, user.id, request)
  if (!operator) throw new Error('The operator was not found.')
  return { email, userId: user.id, operator }
}

test('a person is an operator from the invitation’s acceptance until removal', async () => {
  const { email, userId } = await newOperator()
  expect(await isOperator(core, userId)).toBe(true)
  expect(await listOperators(core)).toContainEqual({
    ...{ email: email.toLowerCase(), name: 'Ann' },
    addedAt: core.clock().toISOString(),
  })
  const again = inviteOperator(core, { email, byMail: false })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const other = await newOperator()
  await removeOperator(core, email)
  expect(await isOperator(core, userId)).toBe(false)
  expect(await isOperator(core, other.userId)).toBe(true)
  expect(await findOperator(core, userId, request)).toBeUndefined()
  await expect(removeOperator(core, email)).rejects.toMatchObject({ code: 'not-found' })
})

test('the history of operators is kept and cannot be changed', async () => {
  const { email: given, userId } = await newOperator()
  const email = given.toLowerCase()
  const addedAt = core.clock().toISOString()
  const again = inviteOperator(core, { email, byMail: false })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  core.advance(60)
  await removeOperator(core, given)
  await expect(removeOperator(core, given)).rejects.toMatchObject({ code: 'not-found' })
  await core.db.user.delete({ where: { id: userId } })
  const noted = async () => (await listOperatorActs(core)).filter((act) => act.email === email)
  expect(await noted()).toEqual([
    { kind: 'removed', email, at: core.clock().toISOString() },
    { kind: 'added', email, at: addedAt },
    { kind: 'invited', email, at: addedAt },
  ])
  core.advance(-60)
  for (const statement of [
    `UPDATE operator_acts SET email = 'x'`,
    'DELETE FROM operator_acts',
    'TRUNCATE operator_acts',
  ]) {
    await expect(core.db.$executeRawUnsafe(statement)).rejects.toThrow('only ever added')
  }
})

test('an operator removed twice concurrently is removed and recorded once', async () => {
  const { email } = await newOperator()
  const both = await Promise.allSettled([removeOperator(core, email), removeOperator(core, email)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const noted = (await listOperatorActs(core)).filter((act) => act.email === email.toLowerCase())
  expect(noted.map(({ kind }) => kind)).toEqual(['removed', 'added', 'invited'])
})

test('an operator invitation grants nothing by itself and can be withdrawn', async () => {
  const email = `${randomUUID()}@sluice.example`
  const first = await inviteOperator(core, { email, byMail: false })
  const { secret, expiresAt } = await inviteOperator(core, { email, byMail: false })
  expect(await listInvitedOperators(core)).toContainEqual({ email, expiresAt })
  expect((await listOperators(core)).map((one) => one.email)).not.toContain(email)
  const by = { name: 'Bo', passwordHash: 'x' }
  const replaced = acceptInvitation(core, { secret: first.secret, by }, request)
  await expect(replaced).rejects.toThrow('replaced')
  await removeOperator(core, email)
  await expect(acceptInvitation(core, { secret, by }, request)).rejects.toThrow('withdrawn')
  expect(await core.db.user.count({ where: { email } })).toBe(0)
  expect(await listInvitedOperators(core)).not.toContainEqual({ email, expiresAt })
})

test('tenants are listed with their size and calls, and found by id or name', async () => {
  const { operator } = await newOperator()
  const tenant = await newOrganization(core)
  const { key } = await tenant.mint()
  await tenant.useKey(key)
  await tenant.useKey(key)
  await tenant.act('limitRequests.create', {
    body: { tiers: [{ tier: 'standard', perMinute: 6000 }], reason: 'more', until: null },
  })
  await core.usage.flush()
  const record = {
    ...{ id: tenant.id, name: tenant.id, createdAt: expect.any(String) },
    ...{ members: 0, keys: 1, things: 0, openRequests: 1, calls: 2, limited: 0 },
  }
  expect(await getTenant(operator, tenant.id)).toEqual(record)
  const found = await listTenants(operator, { text: tenant.id.slice(4), limit: 10 })
  expect(found).toEqual({ items: [record], nextCursor: null })
  await expect(getTenant(operator, 'none')).rejects.toMatchObject({ code: 'not-found' })
})

test('pages of tenants contain each tenant once', async () => {
  const { operator } = await newOperator()
  const ids = [(await newOrganization(core)).id, (await newOrganization(core)).id]
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listTenants(operator, { limit: 7, cursor })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(expect.arrayContaining(ids))
  expect(new Set(seen).size).toBe(seen.length)
})

test('operators see the same limits and usage of a tenant as its admins', async () => {
  const { operator } = await newOperator()
  const tenant = await newOrganization(core)
  const { key } = await tenant.mint()
  await tenant.useKey(key)
  await core.usage.flush()
  const query = { days: 2, timezone: 'UTC' }
  expect(await tenantLimits(operator, tenant.id)).toEqual(
    await tenant.act('limits.list', { query: {} }),
  )
  const usage = await tenant.act('limits.usage', { query })
  expect(usage.keys).toHaveLength(1)
  expect(await tenantUsage(operator, tenant.id, query)).toEqual(usage)
  await expect(tenantLimits(operator, 'none')).rejects.toMatchObject({ code: 'not-found' })
})

test('the audit log of a tenant names the operator who decided', async () => {
  const { operator, userId } = await newOperator()
  const tenant = await newOrganization(core)
  const { id } = await tenant.act('limitRequests.create', {
    body: { tiers: [{ tier: 'standard', perMinute: 6000 }], reason: 'more', until: null },
  })
  await grantLimitRequest(operator, id, { reason: 'of course' })
  const { items } = await tenant.act('audit.list', { query: { actorType: 'operator' } })
  const actor = { type: 'operator', id: userId, name: 'Ann' }
  expect(items).toMatchObject([
    { operation: 'limitRequests.grant', actor, ...request },
    { operation: 'limits.set', actor, ...request },
  ])
})
