import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { changeRole } from './change-role.ts'
import { inviteMember } from './invitations/create.ts'
import { listInvitations } from './invitations/list.ts'
import { listMembers, rolesToInvite } from './list.ts'
import { leaveOrganization, removeMember } from './remove.ts'
import { newAddress, newPeople, type People } from './testing/people.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let people: People
beforeEach(async () => {
  people = await newPeople(core)
})

const roles = ['owner', 'admin', 'viewer'] as const
const all = { sort: 'name', limit: 1000 } as const
type Role = (typeof roles)[number]
const as = (role: Role) => people.as(people[role].userId)
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code,
  )

/** The roles that each role manages: both the current and the new role of a member must be among them. */
const managed: Record<Role, readonly Role[]> = {
  owner: ['owner', 'admin', 'viewer'],
  admin: ['admin', 'viewer'],
  viewer: [],
}

describe.each(roles)('the role %s', (actor) => {
  test.each(roles)('may invite to the role %s only if it manages it', async (role) => {
    const invited = inviteMember(await as(actor), { email: newAddress(), role })
    expect(await codeOf(invited)).toBe(managed[actor].includes(role) ? 'done' : 'scope-missing')
  })

  test.each(roles)(
    'may change the role of members who are %s within the roles it manages',
    async (role) => {
      for (const next of roles.filter((other) => other !== role)) {
        const { userId } = await people.join(role)
        const allowed = managed[actor].includes(role) && managed[actor].includes(next)
        const changed = changeRole(await as(actor), { userId, role: next })
        expect(await codeOf(changed)).toBe(allowed ? 'done' : 'scope-missing')
      }
    },
  )

  test.each(roles)('may remove members who are %s only if it manages them', async (role) => {
    const { userId } = await people.join(role)
    const removed = removeMember(await as(actor), userId)
    expect(await codeOf(removed)).toBe(managed[actor].includes(role) ? 'done' : 'scope-missing')
  })
})

test.each(['admin', 'viewer'] as const)('members cannot promote themselves: %s', async (actor) => {
  for (const role of roles.slice(0, roles.indexOf(actor))) {
    const changed = changeRole(await as(actor), { userId: people[actor].userId, role })
    expect(await codeOf(changed)).toBe('scope-missing')
  }
})

test('the command line may do what an owner may', async () => {
  const invited = inviteMember(people.asSystem(), { email: newAddress(), role: 'owner' })
  expect(await codeOf(invited)).toBe('done')
  const { userId } = await people.join('owner')
  expect(await codeOf(changeRole(people.asSystem(), { userId, role: 'admin' }))).toBe('done')
})

test('changing a member to the role they have is a conflict', async () => {
  const { userId } = people.viewer
  expect(await codeOf(changeRole(await as('owner'), { userId, role: 'viewer' }))).toBe('conflict')
  expect(await people.audit()).not.toContainEqual(
    expect.objectContaining({ operation: 'members.changeRole' }),
  )
})

test('the member list shows each member what they may do', async () => {
  expect(await rolesToInvite(await as('admin'))).toEqual(['admin', 'viewer'])
  const { items } = await listMembers(await as('admin'), all)
  expect(
    items.map(({ role, isYou, mayBecome, mayRemove }) => [role, isYou, mayBecome, mayRemove]),
  ).toEqual([
    ['admin', true, ['viewer'], true],
    ['owner', false, [], false],
    ['viewer', false, ['admin'], true],
  ])
  expect(await rolesToInvite(await as('viewer'))).toEqual([])
  const { items: seen } = await listMembers(await as('viewer'), all)
  expect(seen.filter(({ mayBecome }) => mayBecome.length > 0)).toEqual([])
  expect(seen.filter(({ mayRemove }) => mayRemove)).toMatchObject([{ isYou: true }])
})

test('the last owner cannot leave, be removed or lose the role', async () => {
  const { userId } = people.owner
  const ctx = await as('owner')
  const { items } = await listMembers(ctx, all)
  expect(items.find(({ isLastOwner }) => isLastOwner)).toMatchObject({
    ...{ userId, mayBecome: [], mayRemove: false },
  })
  expect(await codeOf(leaveOrganization(ctx))).toBe('conflict')
  expect(await codeOf(removeMember(ctx, userId))).toBe('conflict')
  expect(await codeOf(changeRole(ctx, { userId, role: 'viewer' }))).toBe('conflict')
  await people.join('owner')
  expect(await codeOf(leaveOrganization(ctx))).toBe('done')
})

test('of two owners who remove one another concurrently, one stays', async () => {
  const other = await people.join('owner')
  const [one, two] = [await as('owner'), await people.as(other.userId)]
  const outcomes = await Promise.all([
    codeOf(removeMember(one, other.userId)),
    codeOf(removeMember(two, people.owner.userId)),
  ])
  expect(outcomes.sort()).toEqual(['done', 'scope-missing'])
  const { items } = await listMembers(people.asSystem(), all)
  expect(items.filter(({ role }) => role === 'owner')).toHaveLength(1)
})

test('a removed member has no access, even with an open session', async () => {
  const ctx = await as('admin')
  await removeMember(await as('owner'), people.admin.userId)
  expect(await codeOf(listMembers(ctx, all))).toBe('scope-missing')
  expect(await codeOf(inviteMember(ctx, { email: newAddress(), role: 'viewer' }))).toBe(
    'scope-missing',
  )
})

test('invitations are withdrawn when their creator loses the role to make them', async () => {
  const { userId } = await people.join('owner')
  const ctx = await people.as(userId)
  for (const role of roles) await inviteMember(ctx, { email: newAddress(), role })
  const open = async () => {
    const { items } = await listInvitations(people.asSystem(), { limit: 10 })
    return items.map(({ role }) => role).sort()
  }
  await changeRole(await as('owner'), { userId, role: 'admin' })
  expect(await open()).toEqual(['admin', 'viewer'])
  await removeMember(await as('owner'), userId)
  expect(await open()).toEqual([])
})

test('removing a member keeps invitations of others and in other organizations', async () => {
  const { userId } = await people.join('admin')
  const other = await newPeople(core)
  const data = { id: randomUUID(), organizationId: other.id, userId, role: 'admin' }
  await core.db.membership.create({ data })
  for (const ctx of [await as('owner'), await people.as(userId), await other.as(userId)]) {
    await inviteMember(ctx, { email: newAddress(), role: 'viewer' })
  }
  await removeMember(await as('owner'), userId)
  const openIn = async ({ asSystem }: People) =>
    (await listInvitations(asSystem(), { limit: 10 })).items
  expect(await openIn(people)).toMatchObject([{ createdBy: 'owner' }])
  expect(await openIn(other)).toHaveLength(1)
})

test('each change of a member is audited', async () => {
  const { userId, email } = people.viewer
  await changeRole(await as('owner'), { userId, role: 'admin' })
  await leaveOrganization(await people.as(userId))
  await removeMember(await as('owner'), people.admin.userId)
  const entries = await people.audit()
  const user = (id: string) => ({ type: 'user', id, name: expect.any(String) })
  expect(entries.slice(0, 3)).toMatchObject([
    { operation: 'members.remove', actor: user(people.owner.userId), after: null },
    { operation: 'members.leave', actor: user(userId), before: { userId, role: 'admin' } },
    {
      operation: 'members.changeRole',
      before: { role: 'viewer' },
      after: { email, role: 'admin' },
    },
  ])
})

test('the members of another organization are not found', async () => {
  const other = await newPeople(core)
  const ctx = await as('owner')
  const { userId } = other.viewer
  expect(await codeOf(removeMember(ctx, userId))).toBe('not-found')
  expect(await codeOf(changeRole(ctx, { userId, role: 'admin' }))).toBe('not-found')
  const { items } = await listMembers(ctx, all)
  expect(items.map((member) => member.userId)).not.toContain(userId)
})
