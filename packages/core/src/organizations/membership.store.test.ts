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

test('a person sees the organizations that they belong to, and acts in no other', async () => {
  const [own, other] = [await withMember('admin'), await withMember('owner')]
  const { organizationId, userId } = own
  expect(await membershipsOf(core, userId)).toEqual([
    { organizationId, name: organizationId, role: 'admin' },
  ])
  expect(await actorOfMember(core, own)).toMatchObject({ type: 'user', id: userId, role: 'admin' })
  expect(await actorOfMember(core, { ...other, userId })).toBeUndefined()
})

test('a role that there is not makes no member', async () => {
  const member = await withMember('superuser')
  expect(await membershipsOf(core, member.userId)).toEqual([])
  expect(await actorOfMember(core, member)).toBeUndefined()
})

test('a member is made an owner, and the audit log has what they were', async () => {
  const member = await withMember('viewer')
  const { organizationId, userId } = member
  const email = `${userId}@sluice.example`
  const added = await addOwner(core, { organizationId, email, name: 'Bo', passwordHash: 'x' })
  expect(added).toEqual({ accountCreated: false })
  expect(await actorOfMember(core, member)).toMatchObject({ role: 'owner', name: 'Ann' })
  const where = { organizationId, operation: 'members.add' }
  expect(await core.db.auditEntry.findFirst({ where })).toMatchObject({
    before: { userId, email, role: 'viewer' },
    after: { userId, email, role: 'owner' },
  })
})
