import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { addOwner } from './add-owner.ts'
import { actorOfMember, membershipsOf } from './membership.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

/** An organization with one member. */
async function withMember(role: string) {
  const { id: organizationId } = await newOrganization(core)
  const userId = randomUUID()
  const user = { id: userId, name: 'Ann', email: `${userId}@sluice.example` }
  await core.db.user.create({ data: user })
  await core.db.membership.create({ data: { id: randomUUID(), organizationId, userId, role } })
  return { organizationId, userId }
}

test('a person sees only their own organizations and cannot act in others', async () => {
  const [own, other] = [await withMember('admin'), await withMember('owner')]
  const { organizationId, userId } = own
  expect(await membershipsOf(core, userId)).toEqual([
    { organizationId, name: organizationId, role: 'admin' },
  ])
  expect(await actorOfMember(core, own)).toMatchObject({ type: 'user', id: userId, role: 'admin' })
  expect(await actorOfMember(core, { ...other, userId })).toBeUndefined()
})

test('a membership with an unknown role is ignored', async () => {
  const member = await withMember('superuser')
  expect(await membershipsOf(core, member.userId)).toEqual([])
  expect(await actorOfMember(core, member)).toBeUndefined()
})

test('adding an existing account as an owner is a conflict', async () => {
  const { id: organizationId } = await newOrganization(core)
  const { userId } = await withMember('viewer')
  const email = `${userId}@Sluice.example`
  const added = addOwner(core, { organizationId, email, name: 'Bo', passwordHash: 'x' })
  await expect(added).rejects.toMatchObject({ code: 'conflict' })
  expect(await actorOfMember(core, { userId, organizationId })).toBeUndefined()
})

test('adding a new owner creates the account and its membership', async () => {
  const { id: organizationId } = await newOrganization(core)
  const email = `${randomUUID()}@sluice.example`
  const added = await addOwner(core, { organizationId, email, name: 'Bo', passwordHash: 'x' })
  expect(await actorOfMember(core, { ...added, organizationId })).toMatchObject({ role: 'owner' })
  const where = { organizationId, operation: 'members.add' }
  expect(await core.db.auditEntry.findFirst({ where })).toMatchObject({
    after: { ...added, email, role: 'owner' },
  })
})
