/** An account that anybody may have created belongs to whom the provider of a proven domain names. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { AddressProof } from '../database/generated/client.ts'
import {
  acceptInvitation,
  inviteMember,
  inviteOperator,
  lookAtInvitation,
} from '../members/index.ts'
import { newAccountOf, newPeople, request } from '../members/testing/people.ts'
import { accessBy, isAccessStill, putOperator } from '../people/index.ts'
import { openTestCore } from '../testing/core.ts'
import { newCompany } from './testing/company.ts'

const core = openTestCore()
afterAll(() => core.close())

/** An admin of another organization has created an account for an address of a company, with all it can have. */
async function squat(addressProof: AddressProof = 'none') {
  const company = await newCompany(core, { joinRole: 'viewer' })
  const email = `ann@${company.domain}`
  const other = await newPeople(core)
  const ctx = await other.as(other.admin.userId)
  const { secret } = await inviteMember(ctx, { email, role: 'viewer' })
  const mallory = { name: 'Mallory', passwordHash: 'the attacker’s' }
  await acceptInvitation(core, { secret, by: mallory }, request)
  const data = { twoFactorEnabled: true, addressProof }
  const { id: userId } = await core.db.user.update({ where: { email }, data })
  const [id, expiresAt] = [randomUUID(), new Date('2099')]
  const key = { publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await core.db.passkey.create({ data: { id, userId, credentialID: id, ...key } })
  await core.db.session.create({ data: { id, token: id, userId, expiresAt } })
  await core.db.twoFactor.create({ data: { id, userId, secret: 'x', backupCodes: 'x' } })
  await core.db.verification.create({ data: { id, identifier: id, value: userId, expiresAt } })
  return { ...company, other, email, userId }
}

/** How often the creator can get in. */
async function waysIn(userId: string) {
  const where = { userId }
  const counts = await Promise.all([
    core.db.account.count({ where }),
    core.db.passkey.count({ where }),
    core.db.session.count({ where }),
    core.db.twoFactor.count({ where }),
    core.db.verification.count({ where: { value: userId } }),
  ])
  return counts.join(' ')
}

test('company sign-in claims an account with an unproven address, and its creator loses it', async () => {
  const { identify, roleOf, audit, other, userId, email } = await squat()
  const access = await accessBy(core, { userId })
  expect(await identify('ann')).toMatchObject({ kind: 'member', userId, claimed: true })
  expect(await waysIn(userId)).toBe('0 0 0 0 0')
  expect(access && (await isAccessStill(core, access))).toBe(false)
  const user = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  expect(user).toMatchObject({ name: 'ann', addressProof: 'none', twoFactorEnabled: false })
  expect(await roleOf(userId)).toBe('viewer')
  expect(await identify('ann')).toEqual({ kind: 'member', userId })
  // The other organization has invited this address, so it stays a member, and learns of it.
  expect(await core.db.membership.count({ where: { userId } })).toBe(2)
  const [claimed] = await other.audit()
  expect(claimed).toMatchObject({ operation: 'members.claimAccount', after: { userId, email } })
  expect((await audit()).map(({ operation }) => operation)).toContain('members.join')
  const acts = await core.db.accountAct.findMany({ where: { userId }, select: { act: true } })
  expect(acts).toContainEqual({ act: 'members.claimAccount' })
})

test('a member of the organization is claimed too, and keeps the role', async () => {
  const { id: organizationId, identify, roleOf, userId } = await squat()
  const data = { id: randomUUID(), organizationId, userId, role: 'admin' }
  await core.db.membership.create({ data })
  expect(await identify('ann')).toMatchObject({ kind: 'member', userId, claimed: true })
  expect(await roleOf(userId)).toBe('admin')
})

test.each(['mail', 'operator'] as const)(
  'an account with an address proven by %s is not claimed by company sign-in',
  async (addressProof) => {
    const { identify, roleOf, userId, email } = await squat(addressProof)
    expect(await identify('ann')).toEqual({ kind: 'confirm', email })
    expect(await waysIn(userId)).toBe('1 1 1 1 1')
    expect(await roleOf(userId)).toBeUndefined()
  },
)

test('nobody who may not join claims an account', async () => {
  const { identify, userId, email } = await squat()
  const refused = { kind: 'refused', why: 'unverified' }
  expect(await identify('ann', { emailVerified: false })).toEqual(refused)
  const stranger = await newCompany(core, { joinRole: 'viewer' })
  expect(await stranger.identify('ann', { email })).toEqual({ kind: 'refused', why: 'domain' })
  expect(await waysIn(userId)).toBe('1 1 1 1 1')
})

test('a provider does not get the rights of an owner or an operator by a claim', async () => {
  const one = await squat()
  const of = { organizationId: one.id, userId: one.userId }
  await core.db.membership.create({ data: { id: randomUUID(), ...of, role: 'owner' } })
  expect(await one.identify('ann')).toEqual({ kind: 'confirm', email: one.email })
  const two = await squat()
  const { userId, email } = two
  await core.db.$transaction((db) => putOperator(db, { userId, email, at: core.clock() }))
  expect(await two.identify('ann')).toEqual({ kind: 'confirm', email })
  expect([await waysIn(one.userId), await waysIn(userId)]).toEqual(['1 1 1 1 1', '1 1 1 1 1'])
})

test('an account that a provider made is not claimed for somebody else there', async () => {
  const { identify, domain } = await newCompany(core, { joinRole: 'viewer' })
  expect(await identify('ann')).toMatchObject({ kind: 'member' })
  const email = `ann@${domain}`
  expect(await identify('ann', { subject: 'another person' })).toEqual({ kind: 'confirm', email })
})

test('of a claim by link and one by company at the same time, one succeeds', async () => {
  const { identify, userId, email } = await squat()
  const { secret } = await inviteOperator(core, { email, byMail: true })
  const by = { name: 'Ann', passwordHash: 'the holder’s' }
  const both = await Promise.allSettled([
    acceptInvitation(core, { secret, by }, request),
    identify('ann'),
  ])
  expect(both[0].status).toBe('fulfilled')
  const { password } = await core.db.account.findFirstOrThrow({ where: { userId } })
  expect(password).toBe('the holder’s')
})

test('a link from the operator still claims an account that company sign-in has claimed', async () => {
  const { identify, userId, email } = await squat()
  await identify('ann')
  const { secret } = await inviteOperator(core, { email, byMail: false })
  expect((await lookAtInvitation(core, secret, null)).way).toBe('claim')
  const by = { name: 'Ann', passwordHash: 'the holder’s' }
  await acceptInvitation(core, { secret, by }, request)
  const user = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  expect(user.addressProof).toBe('operator')
})

test('the account of another address is not claimed', async () => {
  const { identify, domain } = await newCompany(core, { joinRole: 'viewer' })
  const userId = await newAccountOf(core, `bob@${domain}`)
  await identify('ann')
  expect(await waysIn(userId)).toBe('1 0 0 0 0')
})
