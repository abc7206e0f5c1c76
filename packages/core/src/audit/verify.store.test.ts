import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '../database/client.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { entry, plain } from './testing/entry.ts'
import { verifyAuditChain } from './verify.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const site = (id: string) => ({ body: { id, name: id, labels: { b: '1', a: '2' } } })
const verify = () => verifyAuditChain(core, organization.id)

/** Runs SQL as somebody who has switched the protection of the audit log off. */
async function tamper(sql: (db: Transaction) => Promise<unknown>): Promise<void> {
  await core.db.$transaction(async (db) => {
    await db.$executeRaw`SET LOCAL session_replication_role = replica`
    await sql(db)
  })
}

describe('verification of a tampered audit chain', () => {
  beforeEach(async () => {
    for (const id of ['a', 'b', 'c']) await organization.act('sites.create', site(id))
  })

  test.each([
    ['actorType', `"actorType" = 'key'`],
    ['actorId', `"actorId" = 'nobody'`],
    ['actorName', `"actorName" = 'nobody'`],
    ['at', `at = at + interval '1 ms'`],
    ['address', `address = '192.0.2.1'`],
    ['requestId', `"requestId" = 'another'`],
    ['resource', `resource = 'PLACE/Site/d'`],
    ['operation', `operation = 'sites.update'`],
    ['after', `after = jsonb_set(after, '{labels,a}', '"3"')`],
    ['before', `before = '{}'`],
    ['hash', `hash = sha256('x')`],
  ])('names the entry whose %s was changed', async (_field, change) => {
    await tamper((db) =>
      db.$executeRawUnsafe(
        `UPDATE audit_entries SET ${change} WHERE "organizationId" = $1 AND position = 3`,
        organization.id,
      ),
    )
    const { verified, fault } = await verify()
    expect(verified).toBe(2)
    expect(fault).toMatchObject({
      position: 3,
      reason: expect.stringContaining('was changed'),
    })
    expect(fault?.entryId).toMatch(/^\d+$/)
  })

  test('names a changed entry even when its hash was changed too', async () => {
    await tamper(
      (db) => db.$executeRaw`
        UPDATE audit_entries SET "actorName" = 'nobody', hash = sha256('x')
        WHERE "organizationId" = ${organization.id} AND position = 2`,
    )
    expect((await verify()).fault).toMatchObject({ position: 2 })
  })

  test('names an entry deleted from the middle', async () => {
    await remove(2, 2)
    expect(await verify()).toMatchObject({
      verified: 1,
      fault: { position: 2, entryId: null, reason: 'the entry is missing' },
    })
  })

  test('reports how many entries were deleted from the end', async () => {
    await remove(3, 4)
    expect(await verify()).toMatchObject({
      verified: 2,
      fault: { position: 3, entryId: null, reason: 'the last 2 entries are missing' },
    })
  })

  test('reports a deleted last entry even when the stored length was adjusted', async () => {
    await remove(4, 4)
    await core.db.auditChain.update({
      where: { organizationId: organization.id },
      data: { length: 3 },
    })
    expect((await verify()).fault).toMatchObject({
      position: 3,
      reason: expect.stringContaining('length and head'),
    })
  })

  test.each([
    [
      'the stored length was reduced',
      'UPDATE audit_chains SET length = 2 WHERE "organizationId" = $1',
    ],
    ['the row of the chain was deleted', 'DELETE FROM audit_chains WHERE "organizationId" = $1'],
  ])('fails once %s', async (_, sql) => {
    await core.db.$executeRawUnsafe(sql, organization.id)
    expect((await verify()).fault).toMatchObject({
      position: 4,
      reason: expect.stringContaining('length and head'),
    })
  })

  test('reports an entry inserted by hand, in that organization only', async () => {
    const other = await newOrganization(core)
    await core.db.auditEntry.create({ data: { ...plain(entry), organizationId: organization.id } })
    expect(await verifyAuditChain(core, other.id)).toMatchObject({ unchained: 0, fault: null })
    const { unchained, fault } = await verify()
    expect(unchained).toBe(1)
    expect(fault).toMatchObject({ position: null, reason: expect.stringContaining('outside') })
  })

  test('counts entries older than the chain without reporting a fault', async () => {
    const where = { organizationId: organization.id }
    const first = await core.db.auditEntry.findFirstOrThrow({ where, orderBy: { id: 'asc' } })
    await core.db.auditEntry.create({ data: { ...plain(entry), ...where, id: -first.id } })
    expect(await verify()).toMatchObject({ verified: 4, unchained: 1, fault: null })
  })

  test('reports two entries that were swapped', async () => {
    await tamper(async (db) => {
      const where = { organizationId: organization.id }
      const ids = await db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
      const [, second, third] = ids
      for (const [row, id] of [
        [second, -1n],
        [third, second?.id],
        [{ id: -1n }, third?.id],
      ] as const) {
        await db.$executeRaw`
          UPDATE audit_entries SET id = ${id}
          WHERE "organizationId" = ${organization.id} AND id = ${row?.id}`
      }
    })
    expect((await verify()).fault).toMatchObject({ position: 3, reason: 'the entry was moved' })
  })

  function remove(from: number, to: number): Promise<void> {
    return tamper((db) =>
      db.auditEntry.deleteMany({
        where: { organizationId: organization.id, position: { gte: from, lte: to } },
      }),
    )
  }
})
