import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '../actor.ts'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { append } from './chain.ts'
import { canonicalBytes, type Entry } from './entry.ts'
import { entry, plain } from './testing/entry.ts'
import { auditedTransaction, journalOf, untilFirstWrite } from './transaction.ts'
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

/** Appends entries as they are, in one transaction of Prisma's usual 5 seconds. */
function appendAll(entries: readonly Entry[], besides = 0) {
  const ours = entries.map((one) => ({ ...one, organizationId: organization.id }))
  return core.db.$transaction((db) => append(db, ours as [Entry, ...Entry[]], besides))
}

describe('an audit chain', () => {
  test('contains every change in order', async () => {
    for (const id of ['a', 'b', 'c']) await organization.act('sites.create', site(id))
    const report = await verify()
    // The first entry is the organization's own creation.
    expect(report).toMatchObject({ verified: 4, unchained: 0, fault: null })
    expect(report.head).toMatch(/^[0-9a-f]{64}$/)
    const { items } = await organization.act('audit.list', { query: {} })
    expect(items.map(({ position }) => position)).toEqual([4, 3, 2, 1])
    expect(items[0]?.hash).toBe(report.head)
  })

  test('stays unbroken under concurrent changes', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `site-${i}`)
    await Promise.all(ids.map((id) => organization.act('sites.create', site(id))))
    expect(await verify()).toMatchObject({ verified: 41, fault: null })
  })

  test('has ids that count within the organization, whatever others do', async () => {
    const other = await newOrganization(core)
    const batch = () => appendAll(Array.from({ length: 20 }, () => entry))
    const own = (id: string) => organization.act('sites.create', site(id))
    const foreign = (id: string) => other.act('sites.create', site(id))
    await Promise.all([
      own('a'),
      foreign('a'),
      batch(),
      foreign('b'),
      own('b'),
      foreign('c'),
      batch(),
    ])
    const { items } = await organization.act('audit.list', { query: { limit: 100 } })
    expect(items).toHaveLength(43)
    expect(items.map(({ id }) => id)).toEqual(items.map(({ position }) => String(position)))
  })

  test('goes on after the ids of entries that were numbered for all organizations together', async () => {
    const data = { ...plain(entry), organizationId: organization.id, id: 5_000_000n }
    await core.db.auditEntry.create({ data })
    await organization.act('sites.create', site('a'))
    await appendAll([entry, entry])
    const { items } = await organization.act('audit.list', { query: { limit: 3 } })
    expect(items.map(({ id }) => id)).toEqual(['5000003', '5000002', '5000001'])
  })

  test('verifies over several pages when entries were appended in batches', async () => {
    const at = core.clock()
    await appendAll(Array.from({ length: 2005 }, (_, i) => ({ ...entry, at, after: { i } })))
    expect(await verify()).toMatchObject({ verified: 2006, fault: null })
    const newest = await core.db.auditEntry.findFirst({
      where: { organizationId: organization.id },
      orderBy: { id: 'desc' },
    })
    expect(newest).toMatchObject({ position: 2006, after: { i: 2004 }, before: null, at })
  })

  test('stays unbroken under concurrent batches and single changes', async () => {
    const batch = () => appendAll(Array.from({ length: 20 }, () => entry))
    const single = (id: string) => organization.act('sites.create', site(id))
    await Promise.all([batch(), single('a'), batch(), single('b'), batch(), single('c')])
    expect(await verify()).toMatchObject({ verified: 64, fault: null })
  })

  test.each([1, 2, 999, 1000, 1001, 2500])(
    'counts the bytes of %i entries, or more that came with them',
    async (n) => {
      const entries = Array.from({ length: n }, (_, i) => ({ ...entry, after: { i } }))
      const own = entries
        .map((one) => canonicalBytes({ ...one, organizationId: organization.id }).length)
        .reduce((sum, bytes) => sum + bytes)
      const { now: before } = await appendAll([entry])
      expect(await appendAll(entries)).toEqual({ before, now: before + own })
      const twice = { before: before + own, now: before + 2 * own }
      expect(await appendAll(entries, own - 1)).toEqual(twice)
      const thrice = { before: before + 2 * own, now: before + 3 * own + 7 }
      expect(await appendAll(entries, own + 7)).toEqual(thrice)
      const chain = await core.db.auditChain.findUniqueOrThrow({
        where: { organizationId: organization.id },
      })
      expect(Number(chain.bytes)).toBe(before + 3 * own + 7)
    },
  )

  test('is locked in the order of organization ids, which prevents deadlocks', async () => {
    const ids = [organization.id, (await newOrganization(core)).id].sort()
    const at = core.clock()
    for (const [operation, order] of Object.entries({ up: ids, down: ids.toReversed() })) {
      await auditedTransaction(core.db, async (db) => {
        for (const id of order) {
          const scene = {
            actor: systemActor('test', { id, limits: {} } as never),
            now: at,
            address: null,
            requestId: null,
          }
          journalOf(db).push({ scene, entry: { ...entry, organizationId: id, at, operation } })
        }
      })
      // The number of the command, within its transaction.
      const rows = await core.db.$queryRaw<{ organizationId: string }[]>`
        SELECT "organizationId" FROM audit_entries
        WHERE "organizationId" = ANY(${ids}) AND operation = ${operation}
        ORDER BY cmin::text::int`
      expect(rows.map(({ organizationId }) => organizationId)).toEqual(ids)
    }
  })

  test('verifies any JSON that Postgres has stored', async () => {
    const records = fc.sample(fc.jsonValue({ noUnicodeString: false, stringUnit: 'grapheme' }), 200)
    const extremes = [1e300, 5e-324, -0, 0.1 + 0.2, 2 ** 53 + 2, 1e21, 1e-7, 1.0]
    await appendAll(
      [...records, ...extremes].map((record) => ({
        ...entry,
        after: JSON.parse(JSON.stringify({ record }).replaceAll('\\u0000', '')),
      })),
    )
    expect(await verify()).toMatchObject({ verified: 209, fault: null })
  })
})

describe('the audit log', () => {
  test.each([
    `UPDATE audit_entries SET "actorName" = 'nobody'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])('rejects the statement %s', async (sql) => {
    await expect(core.db.$executeRawUnsafe(sql)).rejects.toThrow('only ever added')
  })

  test('rolls back a change that records no entry', async () => {
    const id = randomUUID()
    const unaudited = auditedTransaction(core.db, (db) =>
      db.site.create({
        data: { organizationId: organization.id, id, name: 'x', timezone: 'UTC' },
      }),
    )
    await expect(unaudited).rejects.toThrow('without an audit entry')
    expect(await core.db.site.count({ where: { id } })).toBe(0)
  })

  test('needs no entry for a read-only transaction', async () => {
    await expect(auditedTransaction(core.db, (db) => db.site.count())).resolves.toBeTypeOf('number')
  })

  test('has no entry for a rejected change', async () => {
    await organization.act('sites.create', site('a'))
    await expect(organization.act('sites.create', site('a'))).rejects.toThrow('conflict')
    expect(await verify()).toMatchObject({ verified: 2, fault: null })
  })

  test('allows a dry run, which stores nothing and rethrows errors', async () => {
    const write = () =>
      untilFirstWrite(core.db, (db) =>
        db.organization.update({ where: { id: organization.id }, data: { name: 'changed' } }),
      )
    expect(await write()).toBe(true)
    expect(await untilFirstWrite(core.db, async () => {})).toBe(false)
    expect(await organization.act('organization.get', { query: {} })).toMatchObject({
      name: organization.id,
    })
    const fails = untilFirstWrite(core.db, () => Promise.reject(new Error('of its own')))
    await expect(fails).rejects.toThrow('of its own')
  })
})
