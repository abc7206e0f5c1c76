import { randomUUID } from 'node:crypto'
import type { ActorName, Call } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import type { Role } from '../actor.ts'
import { actorOfMember, createAccount } from '../organizations/index.ts'
import { perform } from '../pipeline/perform.ts'
import { openTestCore } from '../testing/core.ts'
import { newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }
const url = 'https://mine.example/in'

/** An integration, and members who may set its URL. */
async function newHook() {
  const hook = await newReceiver(core)
  const { organizationId } = hook

  async function newMember(role: Role) {
    const account = { email: `${randomUUID()}@sluice.example`, name: role, passwordHash: 'hash' }
    const { userId } = await core.db.$transaction((db) => createAccount(db, account, 'none'))
    const of = { organizationId_userId: { organizationId, userId } }
    const join = (as: Role = role) =>
      core.db.membership.create({ data: { id: randomUUID(), organizationId, userId, role: as } })
    await join()
    return {
      ...{ userId, join },
      leave: () => core.db.membership.delete({ where: of }),
      become: (next: Role) => core.db.membership.update({ where: of, data: { role: next } }),
      async act<Name extends ActorName>(name: Name, call: Call<Name>) {
        const actor = await actorOfMember(core, { userId, organizationId })
        return perform(core, { name, actor: actor as never, call, requestId: 'a', address: null })
      },
    }
  }

  const admin = await newMember('admin')
  await admin.act('integrations.update', { params, body: { url } })
  return {
    ...{ ...hook, newMember, admin },
    told: () => hook.delivered().map(({ data }) => data.thing.id),
  }
}

type Hook = Awaited<ReturnType<typeof newHook>>

test('an integration names the person who set its URL, until a key or another person does', async () => {
  const { act, admin, newMember, newHolder, integration } = await newHook()
  const named = { urlKeyId: null, urlUserId: admin.userId, withheldReason: null }
  expect(await integration()).toMatchObject(named)
  const owner = await newMember('owner')
  const body = { url }
  expect(await owner.act('integrations.update', { params, body })).toMatchObject({
    urlUserId: owner.userId,
  })
  const key = await newHolder([{ action: '*', resourceFilter: '#' }], { keyType: 'Admin' })
  expect(await key.act('integrations.update', { params, body })).toMatchObject({
    ...{ urlKeyId: key.id, urlUserId: null },
  })
  const made = await admin.act('integrations.create', {
    body: { name: 'Mine', url, eventTypes: ['thing.created'] },
  })
  expect(made).toMatchObject(named)
  const update = { params: { integrationId: made.id }, body }
  expect(await act('integrations.update', update)).toMatchObject({ urlUserId: null })
})

describe('after the person who set the URL of an integration', () => {
  const ends = [
    ['was removed', 'is no longer a member', ({ admin }) => admin.leave()],
    ['was demoted', 'now has the role viewer', ({ admin }) => admin.become('viewer')],
    [
      'came back as a viewer',
      'now has the role viewer',
      async ({ admin }) => {
        await admin.leave()
        await admin.join('viewer')
      },
    ],
  ] as [string, string, (hook: Hook) => Promise<unknown>][]

  test.each(ends)('%s, nothing is noted or sent, and what waits is kept', async (_, how, end) => {
    const hook = await newHook()
    await hook.makeThing('truck-1')
    await end(hook)
    await hook.makeThing('truck-2')
    await hook.deliver()
    expect(hook.received).toEqual([])
    expect(await hook.log()).toMatchObject([{ status: 'Pending', tries: 0 }])
    const withheldReason = `The person who set the URL ${how}: no events are sent. To take the integration over, set its URL.`
    const record = await hook.integration()
    expect(record).toMatchObject({ enabled: true, withheldReason })
    expect((await hook.act('integrations.list', { query: {} })).items).toEqual([record])
    const refused = { code: 'conflict', detail: withheldReason }
    await expect(hook.act('integrations.test', { params })).rejects.toMatchObject(refused)
  })

  test('was removed, another admin takes it over by setting the same URL', async () => {
    const hook = await newHook()
    await hook.makeThing('truck-1')
    await hook.admin.leave()
    const other = await hook.newMember('admin')
    await other.act('integrations.update', { params, body: { name: 'Renamed' } })
    await hook.deliver()
    expect(hook.received).toEqual([])
    const taken = await other.act('integrations.update', { params, body: { url } })
    expect(taken).toMatchObject({ urlUserId: other.userId, withheldReason: null })
    await hook.makeThing('truck-2')
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1', 'truck-2'])
  })

  test('was removed and added again as an admin, it goes on', async () => {
    const hook = await newHook()
    await hook.makeThing('truck-1')
    await hook.admin.leave()
    await hook.makeThing('truck-2')
    await hook.deliver()
    await hook.admin.join()
    await hook.makeThing('truck-3')
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1', 'truck-3'])
    expect(await hook.integration()).toMatchObject({ withheldReason: null })
  })

  test('became an owner, it goes on', async () => {
    const hook = await newHook()
    await hook.admin.become('owner')
    await hook.makeThing('truck-1')
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1'])
  })
})

test('an integration without a recorded person goes on', async () => {
  const hook = await newHook()
  await core.db.integration.updateMany({
    where: { organizationId: hook.organizationId },
    data: { urlUserId: null },
  })
  await hook.admin.leave()
  await hook.makeThing('truck-1')
  await hook.deliver()
  expect(hook.told()).toEqual(['truck-1'])
})
