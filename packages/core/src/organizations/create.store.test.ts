import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { createOrganization } from './create.ts'

const core = openTestCore()
afterAll(() => core.close())

function owned(email: string) {
  const id = `org-${randomUUID()}`
  return { id, name: id, owner: { email, name: 'Bo', passwordHash: 'hash' } }
}

test('an organization and its owner are made together, and both are in its audit log', async () => {
  const wanted = owned(`${randomUUID()}@Sluice.example`)
  expect(await createOrganization(core, wanted)).toMatchObject({ accountCreated: true })
  const where = { organizationId: wanted.id }
  const members = await core.db.membership.findMany({ where, include: { user: true } })
  const email = wanted.owner.email.toLowerCase()
  expect(members).toMatchObject([{ role: 'owner', user: { email } }])
  const entries = await core.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  expect(entries.map(({ operation }) => operation)).toEqual(['organizations.create', 'members.add'])
})

test('an organization whose owner cannot be made is not made either', async () => {
  const wanted = owned('no-text-for-postgres\0@sluice.example')
  await expect(createOrganization(core, wanted)).rejects.toThrow()
  expect(await core.db.organization.findUnique({ where: { id: wanted.id } })).toBeNull()
})
