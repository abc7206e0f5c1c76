import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { AddressProof } from '../database/generated/client.ts'
import { addOwner } from '../organizations/add-owner.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { inThePast } from '../testing/in-the-past.ts'
import {
  listAccountActs,
  lookAtPasswordReset,
  resetPassword,
  setPassword,
  startPasswordReset,
} from './index.ts'

const core = openTestCore()
afterAll(() => core.close())

const request = { address: '192.0.2.7', device: 'Firefox', requestId: 'test' }
const missing = { code: 'not-found' }

/** A person with a session, a passkey and an authenticator app. */
async function newPerson(addressProof: AddressProof = 'operator') {
  const organization = await newOrganization(core)
  const email = `${randomUUID()}@sluice.example`
  await addOwner(core, { organizationId: organization.id, email, name: 'Ann', passwordHash: 'x' })
  const data = { twoFactorEnabled: true, addressProof }
  const { id: userId } = await core.db.user.update({ where: { email }, data })
  const [id, expiresAt] = [randomUUID(), new Date(core.clock().getTime() + 60_000)]
  await core.db.session.create({ data: { id, token: id, userId, expiresAt } })
  await core.db.twoFactor.create({ data: { id, userId, secret: 'x', backupCodes: 'x' } })
  const key = { publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
  await core.db.passkey.create({ data: { id, userId, credentialID: id, ...key } })
  const start = async () => (await startPasswordReset(core, email.toUpperCase()))?.secret ?? ''
  return { email, userId, organizationId: organization.id, start }
}

const use = (secret: string) => resetPassword(core, { secret, passwordHash: 'y' }, request)
const passwordOf = async (userId: string) =>
  (await core.db.account.findFirstOrThrow({ where: { userId } })).password

test('a reset link sets the password once, ends all sessions, and returns remaining factors', async () => {
  const { userId, organizationId, start } = await newPerson()
  const secret = await start()
  expect(await core.db.verification.count({ where: { identifier: { contains: secret } } })).toBe(0)
  expect((await use(secret)).left).toEqual({ twoStep: true, passkeys: 1 })
  expect(await passwordOf(userId)).toBe('y')
  expect(await core.db.session.count({ where: { userId } })).toBe(0)
  expect(await core.db.twoFactor.count({ where: { userId } })).toBe(1)
  const user = await core.db.user.findUniqueOrThrow({ where: { id: userId } })
  expect(user).toMatchObject({ addressProof: 'mail', emailVerified: true })
  const where = { organizationId, operation: 'members.resetPassword' }
  expect(await core.db.auditEntry.count({ where })).toBe(1)
  const { items } = await listAccountActs(core, { userId, limit: 10 })
  expect(items).toMatchObject([{ act: 'members.resetPassword', device: 'Firefox' }])
  await expect(use(secret)).rejects.toMatchObject(missing)
})

test('resetting the password of an account with an unproven address removes all other factors', async () => {
  const { userId, start } = await newPerson('none')
  expect((await use(await start())).left).toEqual({ twoStep: false, passkeys: 0 })
  expect(await core.db.twoFactor.count({ where: { userId } })).toBe(0)
  expect(await core.db.passkey.count({ where: { userId } })).toBe(0)
})

test('of two concurrent uses of a reset link, one succeeds', async () => {
  const { start } = await newPerson()
  const secret = await start()
  const uses = await Promise.allSettled([use(secret), use(secret)])
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a reset link expires after 30 minutes', async () => {
  const { userId, email, start } = await newPerson()
  const secret = await start()
  core.advance(30 * 60 - 1)
  expect(await lookAtPasswordReset(core, secret)).toMatchObject({ id: userId, email })
  core.advance(1)
  await expect(use(secret)).rejects.toMatchObject(missing)
  expect(await passwordOf(userId)).toBe('x')
})

test('a password set by the operator invalidates open reset links', async () => {
  const { email, start } = await newPerson()
  const secret = await start()
  await setPassword(core, { email, passwordHash: 'z' })
  await expect(use(secret)).rejects.toMatchObject(missing)
})

test('an unknown address gets no reset link, and an account three per 15 minutes', async () => {
  expect(await startPasswordReset(core, 'nobody@sluice.example')).toBeUndefined()
  const { email } = await newPerson()
  await inThePast(core, async (past) => {
    const gotOne = async () => (await startPasswordReset(past, email)) !== undefined
    expect([await gotOne(), await gotOne(), await gotOne()]).toEqual([true, true, true])
    expect(await gotOne()).toBe(false)
    past.advance(900)
    expect(await gotOne()).toBe(true)
  })
})
