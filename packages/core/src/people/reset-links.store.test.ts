import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Core } from '../context.ts'
import { addOwner } from '../organizations/add-owner.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { inThePast } from '../testing/in-the-past.ts'
import { lookAtPasswordReset, resetPassword, startPasswordReset } from './index.ts'

// The present, because every test that counts an attempt deletes those older than an hour.
const core = openTestCore(new Date())
afterAll(() => core.close())

const request = { address: '192.0.2.7', device: 'Firefox', requestId: 'test' }
const use = (secret: string) => resetPassword(core, { secret, passwordHash: 'y' }, request)
const missing = { code: 'not-found' }

async function newPerson({ isMember = true } = {}) {
  const { id: organizationId } = await newOrganization(core)
  const email = `${randomUUID()}@sluice.example`
  await addOwner(core, { organizationId, email, name: 'Ann', passwordHash: 'x' })
  const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
  if (!isMember) await core.db.membership.deleteMany({ where: { userId } })
  return { email, userId, organizationId }
}

/** Requests links until the account gets no more for now. */
async function requestAll(email: string, within: Pick<Core, 'db' | 'clock'> = core) {
  const secrets: string[] = []
  for (;;) {
    const started = await startPasswordReset(within, email)
    if (!started) return secrets
    secrets.push(started.secret)
  }
}

describe('the links by which an account gets a new password', () => {
  test('all work until one is used', async () => {
    const { email, userId } = await newPerson()
    const [own = '', ...others] = await requestAll(email)
    expect(others).toHaveLength(2)
    expect(await lookAtPasswordReset(core, own)).toMatchObject({ id: userId })
    expect((await use(own)).act).toBe('members.resetPassword')
    for (const other of others) await expect(use(other)).rejects.toMatchObject(missing)
    expect(await core.db.verification.count({ where: { value: userId } })).toBe(0)
  })

  test('are at most nine at a time', async () => {
    const { email, userId } = await newPerson()
    const counts: number[] = []
    await inThePast(core, async (past) => {
      for (let minute = 0; minute < 60; minute += 5) {
        await requestAll(email, past)
        const where = { value: userId, expiresAt: { gt: past.clock() } }
        counts.push(await past.db.verification.count({ where }))
        past.advance(300)
      }
    })
    expect(Math.max(...counts)).toBeGreaterThan(3)
    expect(Math.max(...counts)).toBeLessThanOrEqual(9)
  })

  test.each([true, false])(
    'succeed once when two are used at once (member: %s)',
    async (isMember) => {
      const { email, userId } = await newPerson({ isMember })
      const uses = await Promise.allSettled((await requestAll(email)).map(use))
      const failed = uses.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(failed).toEqual([expect.objectContaining(missing), expect.objectContaining(missing)])
      expect(await core.db.account.count({ where: { userId } })).toBe(1)
    },
  )
})

test('a claimed account signs in by no company, and its organizations still know it', async () => {
  const { email, userId, organizationId } = await newPerson()
  await core.db.user.update({ where: { email }, data: { addressProof: 'none' } })
  const key = { organizationId, issuer: 'https://id.acme.example', subject: randomUUID() }
  await core.db.companyIdentity.create({ data: { ...key, userId, createdAt: core.clock() } })
  const [secret = ''] = await requestAll(email)
  expect((await use(secret)).act).toBe('members.claimAccount')
  const where = { organizationId, userId }
  expect(await core.db.companyIdentity.count({ where })).toBe(0)
  expect(await core.db.companyPerson.count({ where })).toBe(1)
})
