import { afterAll, expect, test } from 'vitest'
import { listAccountActs, recordAccountEvent } from '../people/index.ts'
import { openTestCore } from '../testing/core.ts'
import { acceptInvitation } from './invitations/accept.ts'
import { inviteMember } from './invitations/create.ts'
import { removeMember } from './remove.ts'
import { listMemberActs } from './security-log.ts'
import { newPeople, request } from './testing/people.ts'

// Memberships inserted by the tests begin at the machine's time. An hour later, other suites' attempts would be
// deleted.
const core = openTestCore(new Date(Date.now() + 1_800_000))
afterAll(() => core.close())

const signIn = (id: string, address: string, organizationId?: string) =>
  recordAccountEvent(
    core,
    { id, email: 'x@sluice.example' },
    { act: 'account.signIn', address, ...(organizationId && { organizationId }) },
  )

test('owners and admins see acts of members since they joined, and of nobody else', async () => {
  const [ours, others] = [await newPeople(core), await newPeople(core)]
  const as = ours.as
  const { userId } = others.viewer
  await signIn(userId, '192.0.2.1')
  core.advance(1)
  const { email } = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  const { secret } = await inviteMember(await as(ours.owner.userId), { email, role: 'viewer' })
  await acceptInvitation(core, { secret, by: { userId } }, request)
  await signIn(userId, '192.0.2.2')
  const list = async (role: 'owner' | 'admin') =>
    (await listMemberActs(await as(ours[role].userId), { limit: 50 })).items
  for (const role of ['owner', 'admin'] as const) {
    const acts = await list(role)
    expect(acts).toMatchObject([{ act: 'account.signIn', address: '192.0.2.2', email }])
    expect(JSON.stringify(acts)).not.toContain(others.id)
  }
  const viewer = listMemberActs(await as(ours.viewer.userId), { limit: 50 })
  await expect(viewer).rejects.toMatchObject({ code: 'scope-missing' })
  await removeMember(await as(ours.owner.userId), userId)
  expect(await list('owner')).toEqual([])
})

test('a company sign-in is seen by the organization whose provider it was, and by no other', async () => {
  const [ours, others] = [await newPeople(core), await newPeople(core)]
  const { userId } = ours.viewer
  await signIn(userId, '192.0.2.1', ours.id)
  await signIn(userId, '192.0.2.1', others.id)
  await signIn(userId, '192.0.2.1')
  const { items } = await listMemberActs(await ours.as(ours.owner.userId), { limit: 50 })
  expect(items).toHaveLength(2)
  const { items: own } = await listAccountActs(core, { userId, limit: 50 })
  expect(own).toHaveLength(3)
  expect(JSON.stringify(own)).not.toContain(others.id)
})

test('the security log of members is paged', async () => {
  const people = await newPeople(core)
  const ctx = await people.as(people.owner.userId)
  for (const address of ['192.0.2.1', '192.0.2.2']) await signIn(people.viewer.userId, address)
  const first = await listMemberActs(ctx, { limit: 1 })
  expect(first.items).toMatchObject([{ address: '192.0.2.2' }])
  const cursor = first.nextCursor ?? undefined
  const second = await listMemberActs(ctx, { limit: 1, cursor })
  expect(second).toMatchObject({ items: [{ address: '192.0.2.1' }], nextCursor: null })
})
