import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { randomBase62 } from '../../resources/ids.ts'
import { openTestCore, type TestCore } from '../../testing/core.ts'
import { listMembers } from '../list.ts'
import { newAccountOf, newAddress, newPeople, type People, request } from '../testing/people.ts'
import { acceptInvitation } from './accept.ts'
import { inviteMember } from './create.ts'
import { INVITATION_DAYS } from './draft.ts'
import type { Joining } from './joining-person.ts'
import { listInvitations } from './list.ts'
import { lookAtInvitation } from './look.ts'
import { withdrawInvitation } from './withdraw.ts'

let core: TestCore
let people: People
let email: string
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())
beforeEach(async () => {
  people = await newPeople(core)
  email = newAddress()
})

const asOwner = () => people.as(people.owner.userId)
const invite = async (address = email) =>
  inviteMember(await asOwner(), { email: address, role: 'viewer' })
const look = (secret: string) => lookAtInvitation(core, secret, request.address)
const accept = (secret: string, by: Joining) => acceptInvitation(core, { secret, by }, request)
const stranger = { name: 'Cy', passwordHash: 'new hash' }
const membersNamed = async (address: string) =>
  (await listMembers(people.asSystem(), { text: address, sort: 'name', limit: 10 })).items
const open = async (ctx: Context) => (await listInvitations(ctx, { limit: 10 })).items

describe('an invitation', () => {
  test('admits somebody without an account, once', async () => {
    const { invitation, secret } = await invite(` ${email.toUpperCase()} `)
    expect(invitation).toMatchObject({ email, role: 'viewer', status: 'open', mayWithdraw: true })
    const offered = { status: 'open', organization: people.id, email, way: 'create' }
    expect(await look(secret)).toMatchObject(offered)
    expect(await accept(secret, stranger)).toEqual({ organizationId: people.id, email })
    expect(await membersNamed(email)).toMatchObject([{ name: 'Cy', role: 'viewer' }])
    expect(await look(secret)).toMatchObject({ status: 'accepted', way: 'sign-in' })
    await expect(accept(secret, stranger)).rejects.toMatchObject({ code: 'conflict' })
    expect(await open(await asOwner())).toEqual([])
    const [joined, invited] = await people.audit()
    expect(joined).toMatchObject({ operation: 'members.join', actor: { name: 'Cy' }, ...request })
    expect(joined?.after).toMatchObject({ email, role: 'viewer', invitationId: invitation.id })
    expect(invited).toMatchObject({ operation: 'invitations.create', after: { email } })
  })

  test('admits an account with its address', async () => {
    const userId = await newAccountOf(core, email)
    const { secret } = await invite()
    await accept(secret, { userId })
    expect(await membersNamed(email)).toMatchObject([{ userId, role: 'viewer' }])
  })

  test('is rejected for an account with another address', async () => {
    const userId = await newAccountOf(core, newAddress())
    const { secret } = await invite()
    await expect(accept(secret, { userId })).rejects.toMatchObject({ code: 'scope-missing' })
    expect(await look(secret)).toMatchObject({ status: 'open' })
  })

  test('never changes an existing account', async () => {
    const userId = await newAccountOf(core, email)
    const { secret } = await invite()
    await expect(accept(secret, stranger)).rejects.toMatchObject({ code: 'conflict' })
    const account = await core.db.account.findFirstOrThrow({ where: { userId } })
    expect(account.password).toBe('old hash')
    expect(await membersNamed(email)).toEqual([])
  })

  test('that two organizations sent to one new address creates one account', async () => {
    const other = await newPeople(core)
    const theirs = await inviteMember(await other.as(other.owner.userId), { email, role: 'viewer' })
    const { secret } = await invite()
    const both = await Promise.allSettled([
      accept(secret, stranger),
      accept(theirs.secret, stranger),
    ])
    const faults = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.detail] : []))
    expect(faults).toEqual([expect.stringContaining(email)])
  })

  test('accepted twice concurrently admits once', async () => {
    const userId = await newAccountOf(core, email)
    const { secret } = await invite()
    const both = await Promise.allSettled([accept(secret, { userId }), accept(secret, { userId })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await membersNamed(email)).toHaveLength(1)
  })

  test('expires after its days', async () => {
    const { secret } = await invite()
    core.advance(INVITATION_DAYS * 86_400 - 1)
    expect(await look(secret)).toMatchObject({ status: 'open' })
    core.advance(1)
    expect(await look(secret)).toMatchObject({ status: 'expired' })
    await expect(accept(secret, stranger)).rejects.toThrow('has expired')
    expect(await open(await asOwner())).toMatchObject([{ status: 'expired' }])
  })

  test('is no longer valid once it is withdrawn', async () => {
    const { invitation, secret } = await invite()
    await withdrawInvitation(await asOwner(), invitation.id)
    expect(await look(secret)).toMatchObject({ status: 'withdrawn' })
    await expect(accept(secret, stranger)).rejects.toThrow('withdrawn')
    const again = withdrawInvitation(await asOwner(), invitation.id)
    await expect(again).rejects.toMatchObject({ code: 'not-found' })
  })

  test('can be withdrawn only by roles that could have created it', async () => {
    const { invitation } = await inviteMember(await asOwner(), { email, role: 'owner' })
    for (const { userId } of [people.admin, people.viewer]) {
      const withdrawn = withdrawInvitation(await people.as(userId), invitation.id)
      await expect(withdrawn).rejects.toMatchObject({ code: 'scope-missing' })
    }
    expect(await open(await asOwner())).toMatchObject([{ status: 'open' }])
  })

  test('is replaced by the next one for its address, even of two concurrent ones', async () => {
    const first = await invite()
    const both = await Promise.all([invite(), invite()])
    const states = await Promise.all([first, ...both].map(({ secret }) => look(secret)))
    expect(states.map(({ status }) => status).sort()).toEqual(['open', 'replaced', 'replaced'])
    await expect(accept(first.secret, stranger)).rejects.toThrow('replaced')
    expect(await open(await asOwner())).toHaveLength(1)
  })
})

test('an admin’s invitation does not replace an invitation to the role of owner', async () => {
  await inviteMember(await asOwner(), { email, role: 'owner' })
  const asAdmin = await people.as(people.admin.userId)
  const invited = inviteMember(asAdmin, { email, role: 'viewer' })
  await expect(invited).rejects.toMatchObject({ code: 'scope-missing' })
  const [listed] = await open(asAdmin)
  expect(listed).toMatchObject({ role: 'owner', mayWithdraw: false })
})

test.each(['', 'cy', 'cy@', 'cy@sluice.example\0'])(
  'an invitation to the invalid address %j is rejected',
  async (address) => {
    await expect(invite(address)).rejects.toMatchObject({ errors: [{ pointer: '/email' }] })
  },
)

test('an invitation of somebody who is a member already is rejected', async () => {
  await expect(invite(people.viewer.email)).rejects.toThrow(
    'is already a member, with the role viewer',
  )
})

test.each([' ', 'x'.repeat(101), 'C\0y', 'C\ny', 'C\u202ey'])(
  'an invitation accepted under the invalid name %j is rejected',
  async (name) => {
    const { secret } = await invite()
    const refused = accept(secret, { ...stranger, name })
    await expect(refused).rejects.toMatchObject({ errors: [{ pointer: '/name' }] })
  },
)

test('the secret of an invitation is in no stored row', async () => {
  const { secret } = await invite()
  const where = { organizationId: people.id }
  const rows = [
    await core.db.invitation.findMany({ where }),
    (await people.audit()).map(({ before, after }) => ({ before, after })),
  ]
  expect(JSON.stringify(rows)).not.toContain(secret.slice(-43))
})

test('the invitations of another organization are not found', async () => {
  const { invitation } = await invite()
  const other = await newPeople(core)
  const theirs = await other.as(other.owner.userId)
  const withdrawn = withdrawInvitation(theirs, invitation.id)
  await expect(withdrawn).rejects.toMatchObject({ code: 'not-found' })
  expect(await open(theirs)).toEqual([])
})

test('an invitation does not affect those of other organizations for its address', async () => {
  const other = await newPeople(core)
  const theirs = await inviteMember(await other.as(other.owner.userId), { email, role: 'viewer' })
  await invite()
  expect(await look(theirs.secret)).toMatchObject({ status: 'open', organization: other.id })
  const { invitation } = await invite(other.viewer.email)
  expect(invitation).toMatchObject({ email: other.viewer.email, status: 'open' })
})

test('an organization may have at most 200 open invitations, and expired ones do not count', async () => {
  const { invitation } = await invite()
  const row = await core.db.invitation.findUniqueOrThrow({ where: { id: invitation.id } })
  const createdBy = { type: 'system', id: 'test', name: 'test' }
  const another = (_: unknown, i: number) => {
    return { ...row, createdBy, id: randomBase62(12), email: `${i}@sluice.example` }
  }
  await core.db.invitation.createMany({ data: Array.from({ length: 198 }, another) })
  const last = newAddress()
  await invite(last)
  await expect(invite(newAddress())).rejects.toThrow('200 invitations are open, which is the limit')
  expect((await invite(last)).invitation).toMatchObject({ status: 'open' })
  core.advance(INVITATION_DAYS * 86_400)
  expect((await invite(newAddress())).invitation).toMatchObject({ status: 'open' })
})

test('addresses that try many secrets are rate-limited, but valid links are not', async () => {
  const { secret } = await invite()
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
  const tryAt = (tried: string) => lookAtInvitation(core, tried, '198.51.100.9')
  const codes = new Set<string>()
  for (let i = 0; i < 100; i += 1) {
    await tryAt(i % 2 ? wrong : 'nonsense').catch(({ code }) => codes.add(code))
  }
  expect([...codes]).toEqual(['not-found'])
  await expect(tryAt(wrong)).rejects.toMatchObject({ code: 'rate-limited' })
  expect(await look(secret)).toMatchObject({ status: 'open' })
  // Somebody else may share the address.
  expect(await tryAt(secret)).toMatchObject({ status: 'open' })
  const by = { secret, by: stranger }
  expect(await acceptInvitation(core, by, { ...request, address: '198.51.100.9' })).toEqual({
    ...{ organizationId: people.id, email },
  })
})
