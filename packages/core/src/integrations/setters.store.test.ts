import type { Call, Scope } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { down, fine, newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }
const url = 'https://partner.example/in'
const ofTrucks: Scope[] = [
  { action: 'write', resourceFilter: 'INTEGRATION/hook' },
  { action: 'read', resourceFilter: 'INTEGRATION/hook' },
  { action: 'read', resourceFilter: 'THING/truck/#' },
]
const eventTypes: Call<'integrations.create'>['body']['eventTypes'] = [
  'thing.created',
  'thing.updated',
]

/** An integration whose URL was set by a partner's key. */
async function newPartner(draft: { expiresAt?: Date } = {}) {
  const hook = await newReceiver(core, { eventTypes, resourceFilter: 'THING/truck/#' })
  const partner = await hook.newHolder(ofTrucks, draft)
  await partner.act('integrations.update', { params, body: { url } })
  const where = { id: partner.id }
  const change = (data: object) => core.db.key.update({ where, data })
  return {
    ...hook,
    partner,
    revoke: () => hook.act('keys.revoke', { params: { keyId: partner.id } }),
    narrow: () => change({ scopes: [{ action: 'read', resourceFilter: 'THING/truck/truck-1' }] }),
    restore: () => change({ revokedAt: null }),
    remove: () => core.db.key.delete({ where }),
    told: () => hook.delivered().map(({ data }) => data.thing.id),
    urls: () => hook.received.map((sent) => sent.url),
  }
}

test('an integration names the key that set its URL, and none where a person did', async () => {
  const hook = await newPartner()
  expect(await hook.integration()).toMatchObject({
    urlKeyId: hook.partner.id,
    withheldReason: null,
  })
  await hook.act('integrations.update', { params, body: { url } })
  expect(await hook.integration()).toMatchObject({ urlKeyId: null, withheldReason: null })
  await hook.act('integrations.delete', { params })
  const body = { id: 'hook', name: 'Hook', url, eventTypes, resourceFilter: 'THING/truck/#' }
  await hook.partner.act('integrations.create', { body })
  expect(await hook.integration()).toMatchObject({ urlKeyId: hook.partner.id })
})

describe('after the key that set the URL of an integration', () => {
  const ends = [
    ['was revoked', (hook) => hook.revoke()],
    ['has expired', async () => core.advance(60)],
    ['was deleted', (hook) => hook.remove()],
  ] as [string, (hook: Awaited<ReturnType<typeof newPartner>>) => Promise<unknown>][]

  test.each(ends)('%s, nothing is noted for it, and what waits is kept', async (how, end) => {
    const expiresAt = new Date(core.clock().getTime() + 60_000)
    const hook = await newPartner(how === 'has expired' ? { expiresAt } : {})
    await hook.makeThing('truck-1')
    await end(hook)
    await hook.makeThing('truck-2')
    await hook.deliver()
    expect(hook.received).toEqual([])
    expect(await hook.log()).toMatchObject([{ status: 'Pending', tries: 0 }])
    const record = await hook.integration()
    expect(record).toMatchObject({ enabled: true, withheldReason: expect.stringContaining(how) })
    const { items } = await hook.act('integrations.list', { query: {} })
    expect(items).toEqual([record])
  })

  test.each(ends)('%s, nothing can be sent again, or as a test', async (how, end) => {
    const expiresAt = new Date(core.clock().getTime() + 60_000)
    const hook = await newPartner(how === 'has expired' ? { expiresAt } : {})
    await hook.makeThing('truck-1')
    await hook.deliver()
    const [{ id: deliveryId } = { id: '' }] = await hook.log()
    await end(hook)
    const refused = { code: 'conflict', detail: expect.stringContaining(how) }
    const again = { params: { ...params, deliveryId } }
    await expect(hook.act('integrations.redeliver', again)).rejects.toMatchObject(refused)
    const body = { deliveryIds: [deliveryId] }
    await expect(hook.act('integrations.redeliverMany', { params, body })).rejects.toMatchObject(
      refused,
    )
    await expect(hook.act('integrations.test', { params })).rejects.toMatchObject(refused)
  })

  test('has ended, setting the URL takes the integration over, even the same URL', async () => {
    const hook = await newPartner()
    await hook.makeThing('truck-1')
    await hook.revoke()
    await hook.act('integrations.update', { params, body: { name: 'Renamed', enabled: true } })
    await hook.deliver()
    expect(hook.received).toEqual([])
    const narrow = await hook.newHolder(ofTrucks.slice(0, 2))
    await expect(
      narrow.act('integrations.update', { params, body: { url } }),
    ).rejects.toMatchObject({ code: 'scope-missing' })
    const next = await hook.newHolder(ofTrucks)
    const taken = await next.act('integrations.update', { params, body: { url } })
    expect(taken).toMatchObject({ urlKeyId: next.id, withheldReason: null })
    await hook.deliver()
    expect([hook.told(), hook.urls()]).toEqual([['truck-1'], [url]])
  })

  const untried = [
    [
      'somebody else takes it over',
      (hook) => hook.act('integrations.update', { params, body: { url } }),
    ],
    ['the key is let at it again', (hook) => hook.restore()],
  ] as [string, (hook: Awaited<ReturnType<typeof newPartner>>) => Promise<unknown>][]

  test.each(untried)(
    'has ended, and %s, the time between does not count as failure',
    async (_, goOn) => {
      const hook = await newPartner()
      hook.answers(down)
      await hook.makeThing('truck-1')
      await hook.deliver()
      await hook.revoke()
      core.advance(4 * 86_400)
      await hook.deliver()
      await goOn(hook)
      await hook.deliver()
      expect(await hook.integration()).toMatchObject({ enabled: true, disabledReason: null })
    },
  )

  test('is rotated, its successor stands for it', async () => {
    const hook = await newPartner()
    const keyId = hook.partner.id
    const next = await hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 0 } })
    const { items } = await hook.act('audit.list', { query: { resource: 'INTEGRATION/hook' } })
    expect(items[0]).toMatchObject({
      ...{ operation: 'integrations.update', before: { urlKeyId: keyId } },
      after: { urlKeyId: next.id },
    })
    await hook.makeThing('truck-1')
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1'])
    expect(await hook.integration()).toMatchObject({ urlKeyId: next.id, withheldReason: null })
    await hook.act('keys.revoke', { params: { keyId: next.id } })
    await hook.makeThing('truck-2')
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1'])
  })

  test('is rotated with an overlap, it takes nothing back by setting the same URL', async () => {
    const hook = await newPartner()
    const rotate = (keyId: string) =>
      hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 60 } })
    const next = await rotate(hook.partner.id)
    const { etag } = await hook.integration()
    const again = () => hook.partner.act('integrations.update', { params, body: { url } })
    expect(await again()).toMatchObject({ urlKeyId: next.id, etag })
    const last = await rotate(next.id)
    expect(await again()).toMatchObject({ urlKeyId: last.id })
    core.advance(60)
    expect(await hook.integration()).toMatchObject({ urlKeyId: last.id, withheldReason: null })
  })

  test('is rotated twice, it takes nothing back from the first successor either', async () => {
    const hook = await newPartner()
    const rotate = (keyId: string) =>
      hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 60 } })
    const first = await rotate(hook.partner.id)
    await rotate(hook.partner.id)
    await hook.partner.act('integrations.update', { params, body: { url } })
    expect(await hook.integration()).toMatchObject({ urlKeyId: first.id })
    const last = await rotate(first.id)
    await hook.partner.act('integrations.update', { params, body: { url } })
    expect(await hook.integration()).toMatchObject({ urlKeyId: last.id })
  })

  test('is rotated, but its overlap is lifted, it takes the URL back once no overlap would last', async () => {
    const hook = await newPartner()
    const keyId = hook.partner.id
    await hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 604_800 } })
    await hook.act('keys.update', { params: { keyId }, body: { expiresAt: null } })
    core.advance(604_801)
    expect(await hook.partner.act('integrations.update', { params, body: { url } })).toMatchObject({
      urlKeyId: keyId,
    })
  })

  test('is rotated with an overlap, another URL that it sets ends with it', async () => {
    const hook = await newPartner()
    const keyId = hook.partner.id
    await hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 60 } })
    const moved = { url: 'https://partner.example/moved' }
    await hook.partner.act('integrations.update', { params, body: moved })
    core.advance(60)
    expect(await hook.integration()).toMatchObject({
      ...{ urlKeyId: keyId, withheldReason: expect.stringContaining('expired') },
    })
  })

  test('is rotated, and its successor revoked, it takes over what it sets', async () => {
    const hook = await newPartner()
    const keyId = hook.partner.id
    const next = await hook.act('keys.rotate', { params: { keyId }, body: { overlapSeconds: 60 } })
    await hook.act('keys.revoke', { params: { keyId: next.id } })
    expect(await hook.partner.act('integrations.update', { params, body: { url } })).toMatchObject({
      ...{ urlKeyId: keyId, withheldReason: null },
    })
  })

  test('is narrowed, only what it may still read is sent, and what waits is judged anew', async () => {
    const hook = await newPartner()
    hook.answers(down)
    await hook.makeThing('truck-1')
    await hook.makeThing('truck-2')
    await hook.deliver()
    await hook.narrow()
    await hook.makeThing('truck-3')
    hook.answers(() => fine)
    core.advance(60)
    await hook.deliver()
    expect(hook.told()).toEqual(['truck-1'])
    expect((await hook.log()).map(({ status }) => status)).toEqual(['Failed', 'Succeeded'])
    expect(await hook.integration()).toMatchObject({
      withheldReason: expect.stringContaining('may no longer read all'),
    })
  })
})

describe('during a round of deliveries', () => {
  test('a key that is revoked stops those that were claimed already', async () => {
    const hook = await newPartner()
    for (let i = 0; i < 20; i += 1) await hook.makeThing(`truck-${i}`)
    let now = 0
    hook.times(() => now)
    let revoked: Promise<unknown> | undefined
    hook.answers(async () => {
      revoked ??= hook.revoke()
      await revoked
      now = 1000
      return fine
    })
    await hook.deliver()
    // Those in flight; how many workers had started is random.
    const made = hook.received.length
    expect(made).toBeLessThan(20)
    const waiting = (await hook.log()).filter(({ status }) => status === 'Pending')
    expect(waiting).toHaveLength(20 - made)
    hook.answers(() => fine)
    await hook.act('integrations.update', { params, body: { url } })
    await hook.deliver()
    expect(hook.received).toHaveLength(20)
  })

  test('a delivery that was noted for a newer URL does not go to the one before', async () => {
    const hook = await newReceiver(core, { eventTypes })
    await hook.makeThing('truck-1')
    let move: Promise<unknown> | undefined
    const moveFirst = async () => {
      await hook.act('integrations.update', { params, body: { url } })
      await hook.makeThing('truck-2')
    }
    const slow = new Proxy(core.db, {
      get(db, name) {
        if (name !== '$queryRaw') return Reflect.get(db, name)
        // The claim is the first such query.
        return async (...query: Parameters<typeof db.$queryRaw>) => {
          move ??= moveFirst()
          await move
          return db.$queryRaw(...query)
        }
      },
    })
    await hook.deliver(slow)
    expect(hook.received.map((sent) => sent.url)).toEqual([url, url])
  })
})
