import { randomUUID } from 'node:crypto'
import { type OperationName, storageDefaults } from '@sluice/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { canonicalBytes } from '../audit/entry.ts'
import { auditedTransaction, recordChange } from '../audit/index.ts'
import { notified } from '../changes/testing/notified.ts'
import { resetLimit, resetQuota, setLimit, setQuota } from '../limits/index.ts'
import { atCommandLine } from '../operator.ts'
import type { RawCall } from '../pipeline/request.ts'
import { run } from '../pipeline/run.ts'
import { listenTo } from '../signals/testing/listen-to.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { tenantStorage } from './show.ts'

const core = openTestCore()
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
let keyString: string
beforeEach(async () => {
  organization = await newOrganization(core)
  keyString = (await organization.mint()).key
})

interface Sent extends RawCall {
  readonly idempotencyKey?: string
}

/** A call of the organization's own key, whose changes need room; those of the service itself do not. */
async function call(name: OperationName, { body, idempotencyKey, ...rest }: Sent = {}) {
  const answer = await run(core, {
    ...{ name, keyString, address: '192.0.2.1', requestId: 'test', ifMatch: undefined },
    ...{ params: {}, query: {}, ...rest, idempotencyKey },
    readBody: body === undefined ? undefined : () => Promise.resolve(body),
  })
  return 'problem' in answer ? answer.problem.code : 'done'
}

const newSite = (id: string, description = '') =>
  call('sites.create', { body: { id, name: id, timezone: 'UTC', description } })

async function used(): Promise<number> {
  const [changes] = await tenantStorage(atCommandLine(core), organization.id)
  return changes?.usedBytes ?? Number.NaN
}

/** From now on the organization may write so many bytes more; whole nodes know. */
async function leaveRoom(bytes: number): Promise<void> {
  const quota = { bytes: (await used()) + bytes, reason: 'test' }
  await core.db.organization.update({
    where: { id: organization.id },
    data: { limits: { quotas: { changes: quota } } },
  })
  await notified(core.db, [core.changes])
}

const refused = 'quota-exceeded'

describe('what changes have written', () => {
  test('is at least what the audit log has, whatever was changed and however it ended', async () => {
    await newSite('a', 'x'.repeat(2000))
    await newSite('a')
    await call('sites.update', { params: { siteId: 'a' }, body: { name: 'Yard' } })
    const things = Array.from({ length: 30 }, (_, i) => {
      return { id: `t-${i}`, name: 'T', thingTypeId: 'pump' }
    })
    await call('thingTypes.create', { body: { id: 'pump', name: 'Pump', metrics: [] } })
    await call('things.batch', { body: { things }, idempotencyKey: randomUUID() })
    await call('sites.delete', { params: { siteId: 'a' } })
    const entries = await core.db.auditEntry.findMany({
      where: { organizationId: organization.id },
    })
    const logged = entries.reduce((sum, entry) => sum + canonicalBytes(entry).length, 0)
    expect(entries.length).toBeGreaterThan(33)
    expect(await used()).toBe(logged)
  })

  test('counts an answer that is kept and is larger than what was changed', async () => {
    await call('thingTypes.create', { body: { id: 'pump', name: 'Pump', metrics: [] } })
    const batch = (name: string) => ({
      things: Array.from({ length: 200 }, (_, i) => ({
        ...{ id: `t-${i}`, name: i === 0 ? name : 'T', thingTypeId: 'pump' },
      })),
    })
    expect(await call('things.batch', { body: batch('T') })).toBe('done')
    const before = await used()
    expect(await call('things.batch', { body: batch('A') })).toBe('done')
    const alone = (await used()) - before
    expect(await call('things.batch', { body: batch('B'), idempotencyKey: randomUUID() })).toBe(
      'done',
    )
    const kept = (await used()) - before - alone
    expect(alone).toBeLessThan(2000)
    expect(kept).toBeGreaterThan(10_000)
  })
})

test('an organization is told once that its changes have nearly filled their quota', async () => {
  const { id, act, delivered, mint } = await listenTo(core, ['quota.reached'])
  const { key } = await mint()
  for (const site of ['s', 't', 'u', 'v']) {
    const body = { id: site, name: site, timezone: 'UTC', description: 'x'.repeat(2000) }
    await act('sites.create', { body })
  }
  const [changes] = await tenantStorage(atCommandLine(core), id)
  const written = changes?.usedBytes ?? Number.NaN
  const bytes = Math.ceil((written + 1000) / 0.8)
  const quotas = { changes: { bytes, reason: 'test' } }
  await core.db.organization.update({ where: { id }, data: { limits: { quotas } } })
  await notified(core.db, [core.changes])
  const told = async (site: string, description: string) => {
    const body = { id: site, name: site, timezone: 'UTC', description }
    await run(core, {
      ...{ name: 'sites.create', keyString: key, address: '192.0.2.1', requestId: 'test' },
      ...{ ifMatch: undefined, params: {}, query: {}, readBody: () => Promise.resolve(body) },
    })
    return (await delivered()).map(({ data }) => data)
  }
  expect(await told('a', '')).toEqual([])
  const [notice, ...more] = await told('b', 'x'.repeat(1000))
  expect(notice).toMatchObject({ kind: 'changes', percent: 80, mostBytes: bytes })
  expect((notice as { usedBytes: number }).usedBytes).toBeGreaterThanOrEqual(0.8 * bytes)
  expect(more).toEqual([])
  expect(await told('c', '')).toHaveLength(1)
  const { items } = await act('audit.list', { query: { limit: 4 } })
  expect(items.map(({ operation }) => operation)).toEqual([
    ...['sites.create', 'storage.nearlyFull', 'sites.create', 'sites.create'],
  ])
})

describe('an organization whose changes have filled its quota', () => {
  test('may write exactly what is left', async () => {
    // Enough that the notice of a quota that is nearly full comes before.
    for (const id of ['u', 'v', 'w']) await newSite(id, 'x'.repeat(2000))
    await leaveRoom(1000)
    const before = await used()
    await newSite('a', 'x'.repeat(100))
    const each = (await used()) - before
    // Etags differ in their length.
    await leaveRoom(each + 20)
    const most = (await used()) + each + 20
    expect(await newSite('b', 'x'.repeat(100))).toBe('done')
    expect(await newSite('c', 'x'.repeat(100))).toBe(refused)
    const sites = await core.db.site.findMany({ where: { organizationId: organization.id } })
    expect(sites.map(({ id }) => id)).toEqual(['a', 'b', 'u', 'v', 'w'])
    expect(await used()).toBeGreaterThan(before + 2 * each - 20)
    expect(await used()).toBeLessThanOrEqual(most)
  })

  test.each([
    ['an Admin key', { type: 'key', keyType: 'Admin' }, ['done', refused]],
    ['an External key', { type: 'key', keyType: 'External' }, [refused, refused]],
    ['a person', { type: 'user' }, ['done', refused]],
    ['an operator', { type: 'operator' }, ['done', 'done']],
    ['the service', { type: 'system' }, ['done', 'done']],
  ])('refuses %s what it has to, from nine tenths on or wholly', async (_, who, wanted) => {
    const ends: string[] = []
    for (const share of [0.95, 1]) {
      await core.db.auditChain.update({
        where: { organizationId: organization.id },
        data: { bytes: 1_000_000 },
      })
      const bytes = Math.ceil(1_000_000 / share)
      const quotas = { changes: { bytes, reason: 'test' } }
      const limits = { standing: [], overrides: [], quotas }
      const actor = {
        ...organization.system,
        ...who,
        organization: { ...organization.system.organization, limits },
      }
      const scene = { actor: actor as Actor, now: core.clock(), address: null, requestId: null }
      const change = { operation: 'signIn.addDomain', resource: 'x', after: {} } as const
      const changed = auditedTransaction(core.db, (db) => recordChange({ ...scene, db }, change))
      ends.push(
        await changed.then(
          () => 'done',
          ({ code }) => code,
        ),
      )
    }
    expect(ends).toEqual(wanted)
  })

  test('may still take away, revoke, erase, ask for more and read', async () => {
    await newSite('a')
    const other = await organization.mint()
    await call('thingTypes.create', { body: { id: 'pump', name: 'Pump', metrics: [] } })
    await call('things.create', { body: { id: 'p', name: 'P', thingTypeId: 'pump' } })
    await leaveRoom(0)
    expect(await newSite('b')).toBe(refused)
    expect(await call('sites.update', { params: { siteId: 'a' }, body: { name: 'Z' } })).toBe(
      refused,
    )
    const spared: [OperationName, Sent][] = [
      ['organization.storage', {}],
      [
        'limitRequests.create',
        { body: { tiers: [{ tier: 'standard', perMinute: 700 }], reason: 'x' } },
      ],
      ['keys.revoke', { params: { keyId: other.id } }],
      ['sites.delete', { params: { siteId: 'a' } }],
      [
        'telemetry.erase',
        {
          params: { thingId: 'p' },
          query: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
        },
      ],
      ['things.delete', { params: { thingId: 'p' } }],
      ['thingTypes.delete', { params: { thingTypeId: 'pump' } }],
    ]
    const ends: Record<string, string> = {}
    for (const [name, sent] of spared) ends[name] = await call(name, sent)
    expect(ends).toEqual(Object.fromEntries(spared.map(([name]) => [name, 'done'])))
  })

  test('goes on as soon as the operator gives it more, who sees both in its audit log', async () => {
    await leaveRoom(0)
    expect(await newSite('a')).toBe(refused)
    const change = { kind: 'changes', bytes: 2 ** 30, reason: '200 more trucks' } as const
    await setQuota(atCommandLine(core), organization.id, change)
    await notified(core.db, [core.changes])
    expect(await newSite('a')).toBe('done')
    expect(await tenantStorage(atCommandLine(core), organization.id)).toMatchObject([
      { kind: 'changes', mostBytes: 2 ** 30, source: 'standing', reason: '200 more trucks' },
      { kind: 'samples', source: 'default', usedBytes: null },
    ])
    await resetQuota(atCommandLine(core), organization.id, { kind: 'changes' })
    const { items } = await organization.act('audit.list', { query: { limit: 3 } })
    expect(items.map(({ operation }) => operation)).toEqual([
      ...['storage.resetQuota', 'sites.create', 'storage.setQuota'],
    ])
    const row = await core.db.organization.findUnique({ where: { id: organization.id } })
    expect(row?.limits).toMatchObject({ quotas: {} })
  })

  test('is not replaced by an operator who saw another one', async () => {
    const seen = { kind: 'changes', wasBytes: storageDefaults.changes, reason: 'x' } as const
    await setQuota(atCommandLine(core), organization.id, { ...seen, bytes: 2 ** 30 })
    const again = setQuota(atCommandLine(core), organization.id, { ...seen, bytes: 2 ** 31 })
    await expect(again).rejects.toMatchObject({ code: 'precondition-failed' })
    const [changes] = await tenantStorage(atCommandLine(core), organization.id)
    expect(changes).toMatchObject({ mostBytes: 2 ** 30 })
    const reset = (wasBytes: number) =>
      resetQuota(atCommandLine(core), organization.id, { kind: 'changes', wasBytes })
    await expect(reset(2 ** 31)).rejects.toMatchObject({ code: 'conflict' })
    await reset(2 ** 30)
    const [after] = await tenantStorage(atCommandLine(core), organization.id)
    expect(after).toMatchObject({ source: 'default' })
  })

  test('keeps a quota when its rates are changed', async () => {
    await leaveRoom(0)
    const rate = { tier: 'standard', perMinute: 6000, burst: 9000, reason: 'x' } as const
    await setLimit(atCommandLine(core), organization.id, rate)
    await resetLimit(atCommandLine(core), organization.id, { tier: 'standard' })
    const [changes] = await tenantStorage(atCommandLine(core), organization.id)
    expect(changes).toMatchObject({ source: 'standing', reason: 'test' })
  })

  test.each([0, 1.5, -1, Number.NaN, 2 ** 50 + 1])(
    'cannot get a quota of %d bytes',
    async (bytes) => {
      const change = { kind: 'samples', bytes, reason: ' ' } as const
      expect(() => setQuota(atCommandLine(core), organization.id, change)).toThrow(
        expect.objectContaining({
          errors: [
            { pointer: '/bytes', detail: expect.anything() },
            { pointer: '/reason', detail: 'must say why' },
          ],
        }),
      )
    },
  )
})
