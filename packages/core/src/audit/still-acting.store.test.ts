import type { KeyType, Scope } from '@sluice/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Actor, KeyActor } from '../actor.ts'
import { contextOf } from '../context.ts'
import { perform } from '../pipeline/perform.ts'
import { run } from '../pipeline/run.ts'
import { NotedNeeds } from '../scopes/index.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { recordChange } from './record.ts'
import { auditedTransaction } from './transaction.ts'

const core = openTestCore()
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const everything: Scope[] = [{ action: '*', resourceFilter: '#' }]

async function mint(keyType: KeyType = 'Admin') {
  const { id, key } = await organization.mint({ keyType, scopes: everything })
  const known = await core.knownKeys.find(id)
  return { id, key, actor: known?.actor as KeyActor }
}

/** Makes a site, and before that is committed something else happens. */
async function changeWhile(actor: Actor, meanwhile: () => Promise<unknown>): Promise<void> {
  const scene = {
    actor,
    needs: new NotedNeeds(),
    now: core.clock(),
    address: '192.0.2.1',
    requestId: 'test',
  }
  const ctx = contextOf(core, { ...scene, ifMatch: undefined })
  const organizationId = actor.organization.id
  await auditedTransaction(core.db, async (db) => {
    await db.site.create({ data: { organizationId, id: 'yard', name: 'Yard', timezone: 'UTC' } })
    await recordChange({ ...ctx, db }, { operation: 'sites.create', resource: 'PLACE/Site/yard' })
    await meanwhile()
  })
}

const sites = () => core.db.site.count({ where: { organizationId: organization.id } })

test.each([
  ['is revoked', { revokedAt: new Date() }, 'key-revoked'],
  ['is given an earlier end', { expiresAt: new Date('2026-06-01T12:00:00Z') }, 'key-expired'],
  ['is narrowed', { scopes: [{ action: 'read', resourceFilter: '#' }] }, 'conflict'],
  ['is barred from its address', { allowedIpCidrs: ['198.51.100.0/24'] }, 'conflict'],
])('nothing is changed by a key that %s meanwhile', async (_, data, code) => {
  const { id, actor } = await mint()
  const change = changeWhile(actor, () => core.db.key.update({ where: { id }, data }))
  await expect(change).rejects.toMatchObject({ code })
  expect(await sites()).toBe(0)
})

test('nothing is changed by a key whose time is over before that is committed', async () => {
  const expiresAt = new Date(core.clock().getTime() + 5000).toISOString()
  const { id } = await organization.mint({ scopes: everything, expiresAt })
  const known = await core.knownKeys.find(id)
  const change = changeWhile(known?.actor as KeyActor, async () => core.advance(5))
  await expect(change).rejects.toMatchObject({ code: 'key-expired' })
  expect(await sites()).toBe(0)
})

test('a key that is renamed meanwhile goes on', async () => {
  const { id, actor } = await mint()
  await changeWhile(actor, () => core.db.key.update({ where: { id }, data: { name: 'new' } }))
  expect(await sites()).toBe(1)
})

test('a key rotates itself without an overlap, and revokes itself', async () => {
  const first = await mint()
  const ask = (actor: KeyActor) => ({ actor, address: '192.0.2.1', requestId: 'test' })
  const params = { keyId: first.id }
  const rotation = { params, body: { overlapSeconds: 0 } }
  const request = { name: 'keys.rotate', call: rotation, ...ask(first.actor) } as const
  const successor = await perform(core, request)
  const known = await core.knownKeys.find(successor.id)
  const revocation = { params: { keyId: successor.id } }
  const end = { name: 'keys.revoke', call: revocation, ...ask(known?.actor as KeyActor) } as const
  expect(await perform(core, end)).toMatchObject({ status: 'Revoked' })
})

test.each([
  ['is narrowed', { scopes: [{ action: 'admin' as const, resourceFilter: 'KEY/#' }] }],
  ['is barred from its address', { allowedIpCidrs: ['198.51.100.0/24'] }],
])('a key that %s after its call was let in does not change itself', async (_, data) => {
  const { id, actor } = await mint()
  // Before the handler reads the key, so the version that it finds is the one that it changes.
  await core.db.key.update({ where: { id }, data: { ...data, version: { increment: 1 } } })
  const params = { keyId: id }
  const ask = { actor, address: '192.0.2.1', requestId: 'test' }
  const rotate = perform(core, { name: 'keys.rotate', call: { params, body: {} }, ...ask })
  await expect(rotate).rejects.toMatchObject({ code: 'conflict' })
  const rename = { params, body: { name: 'new' } }
  const update = perform(core, { name: 'keys.update', call: rename, ...ask })
  await expect(update).rejects.toMatchObject({ code: 'conflict' })
  expect(await core.db.key.count({ where: { organizationId: organization.id } })).toBe(1)
})

test('nothing is changed by a member whose role changes, or whose membership ends, meanwhile', async () => {
  const organizationId = organization.id
  const user = {
    id: `user-${organizationId}`,
    name: 'Ann',
    email: `${organizationId}@test.example`,
  }
  await core.db.user.create({ data: { ...user, emailVerified: true } })
  const id = `membership-${organizationId}`
  await core.db.membership.create({ data: { id, organizationId, userId: user.id, role: 'admin' } })
  const actor: Actor = {
    ...{ type: 'user', role: 'admin', id: user.id, name: user.name, scopes: everything },
    organization: organization.system.organization,
  }
  for (const meanwhile of [
    () => core.db.membership.update({ where: { id }, data: { role: 'viewer' } }),
    () => core.db.membership.delete({ where: { id } }),
  ]) {
    await expect(changeWhile(actor, meanwhile)).rejects.toMatchObject({ code: 'conflict' })
  }
  expect(await sites()).toBe(0)
})

test('nothing that a key does follows its revocation in the audit log, however many calls are under way', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, key } = await mint()
    const body = { keyType: 'Admin', name: 'child', scopes: everything }
    const create = () =>
      run(core, {
        ...{ name: 'keys.create', keyString: key, address: '192.0.2.1', requestId: 'test' },
        ...{ ifMatch: undefined, params: {}, query: {}, readBody: async () => body },
      })
    const calls = Array.from({ length: 8 }, create)
    await organization.act('keys.revoke', { params: { keyId: id } })
    await Promise.all(calls)
    const entries = await core.db.auditEntry.findMany({
      where: { organizationId: organization.id },
      orderBy: { position: 'asc' },
    })
    const revoked = entries.findIndex(
      ({ operation, resource }) => operation === 'keys.revoke' && resource === `KEY/${id}`,
    )
    expect(revoked).toBeGreaterThan(0)
    expect(entries.slice(revoked).filter(({ actorId }) => actorId === id)).toEqual([])
  }
})

test('a call whose body comes after its key was revoked is refused, and one whose body is late has the time of its end', async () => {
  const { id, key } = await mint()
  const { promise: body, resolve: send } = Promise.withResolvers<unknown>()
  const call = (bodyOf: () => Promise<unknown>) =>
    run(core, {
      ...{ name: 'sites.create', keyString: key, address: '192.0.2.1', requestId: 'test' },
      ...{ ifMatch: undefined, params: {}, query: {}, readBody: bodyOf },
    })
  const late = call(async () => {
    core.advance(100)
    return { id: 'late', name: 'Late', timezone: 'UTC' }
  })
  expect(await late).toHaveProperty('output')
  const entry = await core.db.auditEntry.findFirstOrThrow({
    where: { organizationId: organization.id, operation: 'sites.create' },
  })
  expect(entry.at).toEqual(core.clock())
  const parked = call(() => body)
  await organization.act('keys.revoke', { params: { keyId: id } })
  core.knownKeys.forget(id)
  send({ id: 'parked', name: 'Parked', timezone: 'UTC' })
  expect(await parked).toMatchObject({ problem: { code: 'key-revoked' } })
  expect(await sites()).toBe(1)
})
