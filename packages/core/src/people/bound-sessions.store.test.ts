import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { boundSessions, forgetEndedSessions } from './index.ts'

// Long before the clocks of other tests, whose sessions are in the same table.
const core = openTestCore(new Date('2001-01-01T12:00:00Z'))
afterAll(() => core.close())

async function newPerson() {
  const userId = randomUUID()
  const data = { id: userId, name: 'Ann', email: `${userId}@sluice.example` }
  await core.db.user.create({ data })
  return userId
}

/** Sessions that were last used a minute apart; the first one was used last. */
async function newSessions(userId: string, count: number, companyOrganizationId: string | null) {
  const now = core.clock().getTime()
  const method = companyOrganizationId === null ? ('password' as const) : ('company' as const)
  const data = Array.from({ length: count }, (_, i) => {
    const [id, updatedAt] = [randomUUID(), new Date(now - i * 60_000)]
    const expiresAt = new Date('2099-01-01')
    return { ...{ id, token: id, userId, method, companyOrganizationId }, updatedAt, expiresAt }
  })
  await core.db.session.createMany({ data })
  return data.map(({ id }) => id)
}

async function idsOf(userId: string): Promise<string[]> {
  const rows = await core.db.session.findMany({ where: { userId }, orderBy: { updatedAt: 'desc' } })
  return rows.map(({ id }) => id)
}

test('a new session ends the least recently used ones beyond 100 of the same person', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const of = await newSessions(ann, 120, null)
  const others = await newSessions(bob, 101, null)
  // On a node whose clock is behind, the new one may seem to be the oldest.
  const latest = of.at(-1) ?? ''
  await boundSessions(core, { id: latest, userId: ann })
  expect(await idsOf(ann)).toEqual([...of.slice(0, 99), latest])
  expect(await idsOf(bob)).toEqual(others)
})

test('sessions of a company end only others of the same company', async () => {
  const { id: company } = await newOrganization(core)
  const { id: second } = await newOrganization(core)
  const userId = await newPerson()
  const own = await newSessions(userId, 1, null)
  const elsewhere = await newSessions(userId, 1, second)
  const byCompany = await newSessions(userId, 120, company)
  const id = byCompany[0] ?? ''
  await boundSessions(core, { id, userId, companyOrganizationId: company })
  const left = [...own, ...elsewhere, ...byCompany.slice(0, 100)]
  expect((await idsOf(userId)).toSorted()).toEqual(left.toSorted())
})

test('sign-ins at the same time leave 100 sessions, and none fails', async () => {
  const userId = await newPerson()
  const of = await newSessions(userId, 120, null)
  await Promise.all(of.slice(0, 8).map((id) => boundSessions(core, { id, userId })))
  expect(await idsOf(userId)).toEqual(of.slice(0, 100))
})

test('expired sessions are deleted', async () => {
  const userId = await newPerson()
  const [ended = '', left = ''] = await newSessions(userId, 2, null)
  const end = (id: string, seconds: number) =>
    core.db.session.update({
      where: { id },
      data: { expiresAt: new Date(core.clock().getTime() + seconds * 1000) },
    })
  await end(ended, -1)
  await end(left, 1)
  await forgetEndedSessions(core)
  expect(await idsOf(userId)).toEqual([left])
})
