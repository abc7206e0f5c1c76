/** Accounts belong to the holders of their addresses: creating one for somebody else's address grants nothing. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOperator } from '../../operators/index.ts'
import { actorOfMember } from '../../organizations/index.ts'
import { setPassword } from '../../people/index.ts'
import { openTestCore, type TestCore } from '../../testing/core.ts'
import { createOwnedOrganization } from '../create-organization.ts'
import { newAccountOf, newAddress, newPeople, type People, request } from '../testing/people.ts'
import { acceptInvitation } from './accept.ts'
import { inviteMember } from './create.ts'
import { inviteOperator } from './invite-operator.ts'
import type { Joining } from './joining-person.ts'
import { lookAtInvitation } from './look.ts'

let core: TestCore
let people: People
let victim: string
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())
beforeEach(async () => {
  people = await newPeople(core)
  victim = newAddress()
})

const accept = (secret: string, by: Joining) => acceptInvitation(core, { secret, by }, request)
const wayOf = async (secret: string) => (await lookAtInvitation(core, secret, null)).way
const userOf = (email: string) => core.db.user.findUniqueOrThrow({ where: { email } })
const holder = { name: 'Vi', passwordHash: 'the holder’s' }

/** An admin invites the victim's address, keeps the link, and creates the account with a password and everything else. */
async function squat() {
  const ctx = await people.as(people.admin.userId)
  const { secret } = await inviteMember(ctx, { email: victim, role: 'viewer' })
  await accept(secret, { name: 'Mallory', passwordHash: 'the attacker’s' })
  const { id: userId } = await core.db.user.update({
    where: { email: victim },
    data: { twoFactorEnabled: true },
  })
  const rest = { publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  const id = randomUUID()
  await core.db.passkey.create({ data: { id, userId, credentialID: id, ...rest } })
  await core.db.session.create({ data: { id, token: id, userId, expiresAt: new Date('2099') } })
  await core.db.twoFactor.create({ data: { id, userId, secret: 'x', backupCodes: 'x' } })
  return userId
}

async function newTenant(owner: { email: string; byMail?: boolean }) {
  const id = `org-${randomUUID()}`
  const { invited } = await createOwnedOrganization(core, { id, name: id, owner })
  return { organizationId: id, secret: invited?.secret ?? '' }
}

/** Everything that can sign in to an account. */
async function accessTo(userId: string) {
  const where = { userId }
  const { password } = await core.db.account.findFirstOrThrow({ where })
  const { twoFactorEnabled } = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  const counts = [core.db.passkey, core.db.session, core.db.twoFactor]
  const [passkeys, sessions, apps] = await Promise.all(
    counts.map((table) => (table as typeof core.db.passkey).count({ where })),
  )
  return { password, passkeys, sessions, apps, twoFactorEnabled }
}

const onlyTheHolder = {
  ...{ password: 'the holder’s', passkeys: 0, sessions: 0, apps: 0, twoFactorEnabled: false },
}

test('an account created by a member’s link has no proven address', async () => {
  const userId = await squat()
  const made = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  expect(made).toMatchObject({ addressProof: 'none', emailVerified: false })
})

test.each([
  ['mail', { addressProof: 'mail', emailVerified: true }],
  ['operator', { addressProof: 'operator', emailVerified: false }],
])('an account created by a link from %s has an address proven by it', async (delivery, proof) => {
  const { secret } = await newTenant({ email: victim, byMail: delivery === 'mail' })
  expect(await wayOf(secret)).toBe('create')
  await accept(secret, holder)
  expect(await userOf(victim)).toMatchObject(proof)
})

describe('what another change proves of an address meanwhile is kept', () => {
  /** Runs something that has to wait for a concurrent change, which proves the address. */
  async function whileProving(act: () => Promise<unknown>) {
    let acting: Promise<unknown> = Promise.resolve()
    await core.db.$transaction(
      async (db) => {
        const data = { addressProof: 'mail', emailVerified: true } as const
        await db.user.update({ where: { email: victim }, data })
        const [own] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
        acting = act()
        const waiting = () => core.db.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`
        await expect.poll(waiting).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    await acting
  }
  const proof = { addressProof: 'mail', emailVerified: true }

  test('by who accepts a member’s link', async () => {
    const userId = await newAccountOf(core, victim)
    const ctx = await people.as(people.admin.userId)
    const { secret } = await inviteMember(ctx, { email: victim, role: 'viewer' })
    await whileProving(() => accept(secret, { userId }))
    expect(await userOf(victim)).toMatchObject(proof)
    expect(await actorOfMember(core, { userId, organizationId: people.id })).toBeDefined()
  })

  test('by an operator who sets a password', async () => {
    await newAccountOf(core, victim)
    await whileProving(() => setPassword(core, { email: victim, passwordHash: 'new' }))
    expect(await userOf(victim)).toMatchObject(proof)
  })
})

describe('an account created for somebody else’s address', () => {
  test('does not own an organization created for that address later', async () => {
    const userId = await squat()
    const { organizationId, secret } = await newTenant({ email: victim })
    expect(await actorOfMember(core, { userId, organizationId })).toBeUndefined()
    // Even with the link the signed-in account does not become a member: its holder must claim it.
    await expect(accept(secret, { userId })).rejects.toMatchObject({ code: 'conflict' })
    expect(await actorOfMember(core, { userId, organizationId })).toBeUndefined()
  })

  test('is not an operator when that address is invited', async () => {
    const userId = await squat()
    const { secret } = await inviteOperator(core, { email: victim, byMail: false })
    expect(await isOperator(core, userId)).toBe(false)
    await expect(accept(secret, { userId })).rejects.toMatchObject({ code: 'conflict' })
    expect(await isOperator(core, userId)).toBe(false)
  })

  test('is not a member of another organization that invites that address', async () => {
    const userId = await squat()
    const other = await newPeople(core)
    await inviteMember(await other.as(other.owner.userId), { email: victim, role: 'admin' })
    expect(await actorOfMember(core, { userId, organizationId: other.id })).toBeUndefined()
  })

  test.each([false, true])(
    'loses all access when the holder claims it by link (by mail: %s)',
    async (byMail) => {
      const userId = await squat()
      const { organizationId, secret } = await newTenant({ email: victim, byMail })
      expect(await wayOf(secret)).toBe('claim')
      await accept(secret, holder)
      expect(await accessTo(userId)).toEqual(onlyTheHolder)
      const addressProof = byMail ? 'mail' : 'operator'
      expect(await userOf(victim)).toMatchObject({ name: 'Vi', addressProof })
      expect(await actorOfMember(core, { userId, organizationId })).toMatchObject({ role: 'owner' })
      const [claimed] = await people.audit()
      const who = { userId, email: victim }
      expect(claimed).toMatchObject({ operation: 'members.claimAccount', after: who, ...request })
    },
  )

  test('loses all access when the holder claims it to become an operator', async () => {
    const userId = await squat()
    const { secret } = await inviteOperator(core, { email: victim, byMail: true })
    await accept(secret, holder)
    expect(await accessTo(userId)).toEqual(onlyTheHolder)
    expect(await isOperator(core, userId)).toBe(true)
  })

  test('has no passkey or session after an operator sets a new password', async () => {
    const userId = await squat()
    const email = victim
    const ended = await setPassword(core, { email, passwordHash: 'the holder’s' })
    expect(ended).toEqual({ passkeys: 1, hasSecondFactor: true })
    const left = { ...onlyTheHolder, apps: 1, twoFactorEnabled: true }
    expect(await accessTo(userId)).toEqual(left)
    expect(await userOf(victim)).toMatchObject({ addressProof: 'operator' })
  })
})

test('an account with a proven address cannot be claimed by a link', async () => {
  const userId = await newAccountOf(core, victim, 'Vi', 'mail')
  const { organizationId, secret } = await newTenant({ email: victim })
  expect(await wayOf(secret)).toBe('sign-in')
  await expect(accept(secret, holder)).rejects.toMatchObject({ code: 'conflict' })
  expect(await accessTo(userId)).toMatchObject({ password: 'old hash' })
  await accept(secret, { userId })
  expect(await actorOfMember(core, { userId, organizationId })).toMatchObject({ role: 'owner' })
})

test('a member’s link cannot claim an account', async () => {
  await squat()
  const other = await newPeople(core)
  const ctx = await other.as(other.owner.userId)
  const { secret } = await inviteMember(ctx, { email: victim, role: 'admin' })
  expect(await wayOf(secret)).toBe('sign-in')
  await expect(accept(secret, holder)).rejects.toMatchObject({ code: 'conflict' })
})

test('an operator invitation is rejected for an account with another address', async () => {
  const userId = await newAccountOf(core, newAddress())
  const { secret } = await inviteOperator(core, { email: victim, byMail: false })
  await expect(accept(secret, { userId })).rejects.toMatchObject({ code: 'scope-missing' })
  expect(await isOperator(core, userId)).toBe(false)
})

test('an operator invitation accepted twice concurrently succeeds once', async () => {
  const { secret } = await inviteOperator(core, { email: victim, byMail: false })
  const both = await Promise.allSettled([accept(secret, holder), accept(secret, holder)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an operator invitation cannot belong to an organization', async () => {
  const { id } = await inviteOperator(core, { email: victim, byMail: false })
  const row = await core.db.invitation.findUniqueOrThrow({ where: { id } })
  const asTheirs = { ...row, createdBy: {}, id: 'x', organizationId: people.id }
  await expect(core.db.invitation.create({ data: asTheirs })).rejects.toThrow('operator_check')
})
