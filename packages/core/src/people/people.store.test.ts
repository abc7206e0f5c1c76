import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addOwner } from '../organizations/add-owner.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { inThePast } from '../testing/in-the-past.ts'
import {
  accessBy,
  deletePasskey,
  endLateAccess,
  endOtherSessions,
  endSession,
  isAccessStill,
  listAccountActs,
  listPasskeys,
  listSessions,
  notePasskeyUse,
  recordAccountEvent,
  recordOwnAct,
  renamePasskey,
  renamePerson,
  resetSecondFactor,
  setPassword,
  spendTimeStep,
} from './index.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

const request = { address: '192.0.2.7', device: 'Firefox', requestId: 'test' }

async function actsOf(userId: string) {
  const { items } = await listAccountActs(core, { userId, limit: 50 })
  return items.map(({ act }) => act)
}

/** A person with everything that an account can have, in one organization. */
async function newPerson() {
  const organization = await newOrganization(core)
  const email = `${randomUUID()}@sluice.example`
  await addOwner(core, { organizationId: organization.id, email, name: 'Ann', passwordHash: 'x' })
  const { id: userId } = await core.db.user.update({
    where: { email },
    data: { twoFactorEnabled: true },
  })
  const passkeyId = await newPasskey(userId)
  const twoFactor = { id: randomUUID(), userId, secret: 'x', backupCodes: 'x' }
  await core.db.twoFactor.create({ data: twoFactor })
  const sessions = [await newSession(userId), await newSession(userId)] as const
  const trust = { id: randomUUID(), identifier: `trust-device-${userId}`, value: userId }
  // Suites on the same stores delete what has expired by the real clock.
  await core.db.verification.create({ data: { ...trust, expiresAt: new Date('2099-01-01') } })
  return { organizationId: organization.id, email, userId, passkeyId, sessions }
}

async function newSession(userId: string) {
  const id = randomUUID()
  const expiresAt = new Date(core.clock().getTime() + 60_000)
  await core.db.session.create({ data: { id, token: id, userId, expiresAt } })
  return id
}

async function newPasskey(userId: string) {
  const id = randomUUID()
  const rest = { publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await core.db.passkey.create({ data: { id, userId, credentialID: id, name: 'Key', ...rest } })
  return id
}

function auditOf(organizationId: string, operation: string) {
  return core.db.auditEntry.findMany({ where: { organizationId, operation } })
}

test('sessions are listed until they expire, and ended only by their own user', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const [first, second] = ann.sessions
  const ids = async () => (await listSessions(core, ann.userId)).map(({ id }) => id).sort()
  expect(await ids()).toEqual([first, second].sort())
  await endSession(core, { userId: bob.userId, sessionId: first }, request)
  expect(await ids()).toHaveLength(2)
  const others = { userId: ann.userId, keep: second }
  expect(await endOtherSessions(core, others, request)).toEqual({ ended: 1 })
  expect(await actsOf(ann.userId)).toEqual(['account.endSessions'])
  expect(await actsOf(bob.userId)).toEqual([])
  expect(await ids()).toEqual([second])
  expect(await listSessions(core, bob.userId)).toHaveLength(2)
  core.advance(61)
  expect(await ids()).toEqual([])
  core.advance(-61)
})

test('ending a session that there is not leaves other calls of the person alone', async () => {
  const { userId } = await newPerson()
  const access = await accessBy(core, { userId })
  if (!access) throw new Error('There is an account.')
  await endSession(core, { userId, sessionId: 'none' }, request)
  expect(await isAccessStill(core, access)).toBe(true)
})

test('a person can end one session and keep the others', async () => {
  const { userId, sessions } = await newPerson()
  const [first, second] = sessions
  await endSession(core, { userId, sessionId: first }, request)
  expect((await listSessions(core, userId)).map(({ id }) => id)).toEqual([second])
})

test('only its owner can rename or delete a passkey, and deletion is audited', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const { userId, passkeyId } = ann
  const foreign = { userId: bob.userId, passkeyId }
  await expect(renamePasskey(core, { ...foreign, name: 'x' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(deletePasskey(core, foreign, request)).rejects.toMatchObject({ code: 'not-found' })
  await renamePasskey(core, { userId, passkeyId, name: 'Laptop' })
  await notePasskeyUse(core, passkeyId)
  const lastUsedAt = core.clock().toISOString()
  expect(await listPasskeys(core, userId)).toMatchObject([{ name: 'Laptop', lastUsedAt }])
  expect(await listPasskeys(core, bob.userId)).toMatchObject([{ name: 'Key', lastUsedAt: null }])
  await deletePasskey(core, { userId, passkeyId }, request)
  expect(await listPasskeys(core, userId)).toEqual([])
  const entries = await auditOf(ann.organizationId, 'members.deletePasskey')
  expect(entries).toMatchObject([{ actorType: 'user', actorId: userId, address: '192.0.2.7' }])
  expect(await auditOf(bob.organizationId, 'members.deletePasskey')).toEqual([])
})

test('changing the password removes trusted browsers', async () => {
  const { userId, organizationId } = await newPerson()
  const trusted = () => core.db.verification.count({ where: { value: userId } })
  await recordOwnAct(core, { userId, act: 'members.renewBackupCodes', session: undefined }, request)
  expect(await trusted()).toBe(1)
  await recordOwnAct(core, { userId, act: 'members.changePassword', session: undefined }, request)
  expect(await trusted()).toBe(0)
  expect(await auditOf(organizationId, 'members.changePassword')).toHaveLength(1)
})

test('what a change of the password ends does so even if it cannot be audited', async () => {
  const { userId } = await newPerson()
  const run = core.db.$transaction.bind(core.db) as typeof core.db.$transaction
  const spy = vi.spyOn(core.db, '$transaction')
  spy.mockImplementationOnce(run).mockRejectedValueOnce(new Error('busy'))
  const act = { userId, act: 'members.changePassword', session: 'none' } as const
  await expect(recordOwnAct(core, act, request)).rejects.toThrow('busy')
  spy.mockRestore()
  expect(await core.db.verification.count({ where: { value: userId } })).toBe(0)
  expect(await listSessions(core, userId)).toEqual([])
})

test('a reset removes every second factor and ends the sessions', async () => {
  const { email, userId, organizationId } = await newPerson()
  const bob = await newPerson()
  const reset = await resetSecondFactor(core, email.toUpperCase())
  expect(reset).toEqual({ twoStep: true, passkeys: 1 })
  const user = await core.db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { sessions: true, passkeys: true, twoFactor: true, accounts: true },
  })
  expect(user).toMatchObject({ twoFactorEnabled: false, sessions: [], passkeys: [] })
  expect(user.twoFactor).toBeNull()
  expect(user.accounts).toHaveLength(1)
  expect(await core.db.verification.count({ where: { value: userId } })).toBe(0)
  await expectUntouched(bob.userId)
  const [entry] = await auditOf(organizationId, 'members.resetSecondFactor')
  expect(entry).toMatchObject({ actorType: 'system', after: { userId, email } })
  await expect(resetSecondFactor(core, 'nobody@sluice.example')).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('changes of an account are in its security log, whose entries cannot be changed', async () => {
  const { userId, email, organizationId } = await newPerson()
  const noted = async () => (await listAccountActs(core, { userId, limit: 50 })).items
  const at = core.clock().toISOString()
  const operators = {
    ...{ by: 'operator', userId, email, address: null, device: null, at },
    ...{ id: expect.any(Number), times: 1 },
  }
  const own = { ...operators, by: 'own', address: request.address, device: request.device }
  await setPassword(core, { email, passwordHash: 'secret hash' })
  await core.db.membership.deleteMany({ where: { userId } })
  await deletePasskey(core, { userId, passkeyId: await newPasskey(userId) }, request)
  await recordOwnAct(
    core,
    { userId, act: 'members.enableSecondFactor', session: undefined },
    request,
  )
  await resetSecondFactor(core, email)
  await renamePerson(core, { userId, name: 'Ann B.' }, request)
  await core.db.user.delete({ where: { id: userId } })
  expect(await noted()).toEqual([
    { ...own, act: 'account.rename' },
    { ...operators, act: 'members.resetSecondFactor' },
    { ...own, act: 'members.enableSecondFactor' },
    { ...own, act: 'members.deletePasskey' },
    { ...operators, act: 'members.setPassword' },
  ])
  expect(await auditOf(organizationId, 'members.setPassword')).toHaveLength(1)
  for (const statement of [
    `UPDATE account_acts SET email = 'x'`,
    `UPDATE account_acts SET times = times - 1`,
    `UPDATE account_acts SET times = times + 1, email = 'x'`,
    'DELETE FROM account_acts',
    'TRUNCATE account_acts',
  ]) {
    await expect(core.db.$executeRawUnsafe(statement)).rejects.toThrow('only ever added')
  }
})

test('a second factor ends the sessions that were begun by the password alone', async () => {
  const { userId } = await newPerson()
  const begin = (token: string, facts: object) =>
    core.db.session.create({
      data: {
        ...{ id: randomUUID(), token, userId, expiresAt: new Date(Date.now() + 3_600_000) },
        ...{ createdAt: core.clock(), updatedAt: core.clock(), ...facts },
      },
    })
  const token = (name: string) => `${name}-${userId}`
  await begin(token('acting'), { method: 'password' })
  await begin(token('stolen'), { method: 'password' })
  await begin(token('old'), {})
  await begin(token('passkey'), { method: 'passkey' })
  const act = 'members.enableSecondFactor'
  await recordOwnAct(core, { userId, act, session: token('acting') }, request)
  const left = await core.db.session.findMany({ where: { userId }, orderBy: { token: 'asc' } })
  expect(left.map((session) => session.token)).toEqual([token('acting'), token('passkey')])
})

test('what was made by access that has ended is taken back, a second factor that is half there too', async () => {
  const { userId, passkeyId, sessions } = await newPerson()
  await core.db.twoFactor.deleteMany({ where: { userId } })
  await endLateAccess(core, { userId, session: sessions[0], passkeyId })
  expect((await listSessions(core, userId)).map(({ id }) => id)).toEqual([sessions[1]])
  expect(await listPasskeys(core, userId)).toEqual([])
  expect(await core.db.verification.count({ where: { value: userId } })).toBe(0)
  const where = { id: userId }
  expect(await core.db.user.findUnique({ where })).toMatchObject({ twoFactorEnabled: false })
})

test('access is another one after each act that ends or changes it', async () => {
  const { userId, email, passkeyId, sessions } = await newPerson()
  const way = { userId }
  const acts = [
    () => endSession(core, { userId, sessionId: sessions[0] }, request),
    () => endOtherSessions(core, { userId, keep: sessions[1] }, request),
    () => recordOwnAct(core, { userId, act: 'members.addPasskey', session: undefined }, request),
    () => setPassword(core, { email, passwordHash: 'y' }),
    () => resetSecondFactor(core, email),
  ]
  for (const act of acts) {
    const noted = await accessBy(core, way)
    if (!noted) throw new Error('There is no such person.')
    expect(await isAccessStill(core, noted)).toBe(true)
    await act()
    expect(await isAccessStill(core, noted)).toBe(false)
  }
  expect(await accessBy(core, { passkey: passkeyId })).toBeUndefined()
  expect(await accessBy(core, { session: sessions[1] })).toBeUndefined()
  expect(await accessBy(core, { email: email.toUpperCase() })).toMatchObject(way)
})

test('ten failures in an hour are listed in the security log, and further ones counted', async () => {
  const { userId: id, email } = await newPerson()
  await inThePast(core, async (past) => {
    const fail = () =>
      recordAccountEvent(past, { id, email }, { act: 'account.failSignIn', address: '192.0.2.8' })
    const times = async () =>
      (await listAccountActs(past, { userId: id, limit: 50 })).items.map((act) => act.times)
    for (let i = 0; i < 13; i++) await fail()
    expect(await times()).toEqual([4, ...Array.from({ length: 9 }, () => 1)])
    past.advance(3601)
    await fail()
    expect((await times()).slice(0, 2)).toEqual([1, 4])
  })
})

test('the security log has pages', async () => {
  const { userId } = await newPerson()
  for (const act of ['members.addPasskey', 'members.renewBackupCodes'] as const) {
    await recordOwnAct(core, { userId, act, session: undefined }, request)
  }
  const first = await listAccountActs(core, { userId, limit: 1 })
  expect(first.items).toMatchObject([{ act: 'members.renewBackupCodes' }])
  const cursor = first.nextCursor ?? undefined
  const second = await listAccountActs(core, { userId, limit: 1, cursor })
  expect(second).toMatchObject({ items: [{ act: 'members.addPasskey' }], nextCursor: null })
  const foreign = listAccountActs(core, { userId: 'another', limit: 1, cursor })
  await expect(foreign).rejects.toMatchObject({ code: 'invalid-request' })
})

test('failed acts on an account are not recorded', async () => {
  const { userId } = await newPerson()
  await core.db.membership.deleteMany({ where: { userId } })
  const missing = deletePasskey(core, { userId, passkeyId: 'none' }, request)
  await expect(missing).rejects.toMatchObject({ code: 'not-found' })
  expect(await actsOf(userId)).toEqual([])
})

test('setting a password replaces the old one and ends all sessions', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  await setPassword(core, { email: ann.email.toUpperCase(), passwordHash: 'y' })
  const { userId } = ann
  const accounts = await core.db.account.findMany({ where: { userId } })
  expect(accounts).toMatchObject([{ providerId: 'credential', password: 'y' }])
  expect(await listSessions(core, userId)).toEqual([])
  expect(await core.db.verification.count({ where: { value: userId } })).toBe(0)
  expect(await core.db.twoFactor.count({ where: { userId } })).toBe(1)
  await expectUntouched(bob.userId)
  expect(await auditOf(ann.organizationId, 'members.setPassword')).toHaveLength(1)
  expect(await auditOf(bob.organizationId, 'members.setPassword')).toEqual([])
})

/** Everything that {@link newPerson} created is still there. */
async function expectUntouched(userId: string) {
  const include = { sessions: true, passkeys: true, twoFactor: true, accounts: true }
  const user = await core.db.user.findUniqueOrThrow({ where: { id: userId }, include })
  expect(user).toMatchObject({ twoFactorEnabled: true, accounts: [{ password: 'x' }] })
  expect([user.sessions.length, user.passkeys.length]).toEqual([2, 1])
  expect(user.twoFactor).not.toBeNull()
  expect(await core.db.verification.count({ where: { value: userId } })).toBe(1)
}

test('a one-time code is accepted once, and no earlier one after it', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const spend = (step: number, { userId } = ann) => spendTimeStep(core, userId, step)
  expect(await spend(100)).toBe(true)
  expect(await spend(100)).toBe(false)
  expect(await spend(99)).toBe(false)
  expect(await spend(100, bob)).toBe(true)
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => spend(101)))
  expect(atOnce.filter(Boolean)).toHaveLength(1)
})

test('deleting a person deletes their passkeys and second factors', async () => {
  const { userId } = await newPerson()
  await core.db.user.delete({ where: { id: userId } })
  expect(await core.db.passkey.count({ where: { userId } })).toBe(0)
  expect(await core.db.twoFactor.count({ where: { userId } })).toBe(0)
})
