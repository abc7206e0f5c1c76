import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { createOwnedOrganization } from './create-organization.ts'

const core = openTestCore()
afterAll(() => core.close())

function owned(email: string) {
  const id = `org-${randomUUID()}`
  return { id, name: id, owner: { email } }
}

test('creating an organization invites its owner, and audits both', async () => {
  const wanted = owned(`${randomUUID()}@Sluice.example`)
  const email = wanted.owner.email.toLowerCase()
  const { invited } = await createOwnedOrganization(core, wanted)
  expect(invited?.invitation).toMatchObject({ email, role: 'owner', status: 'open' })
  const where = { organizationId: wanted.id }
  expect(await core.db.membership.count({ where })).toBe(0)
  expect(await core.db.user.count({ where: { email } })).toBe(0)
  const entries = await core.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  const made = ['organizations.create', 'invitations.create']
  expect(entries.map(({ operation }) => operation)).toEqual(made)
  expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain(
    invited?.secret.slice(-43),
  )
})

test('an organization is not created when its owner cannot be invited', async () => {
  const wanted = owned('no-text-for-postgres\0@sluice.example')
  await expect(createOwnedOrganization(core, wanted)).rejects.toMatchObject({
    code: 'invalid-request',
  })
  expect(await core.db.organization.findUnique({ where: { id: wanted.id } })).toBeNull()
})
