import type { Call } from '@sluice/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../../test-core.ts'
import { deliver } from './deliver.ts'
import { forgetOld } from './forget-old.ts'
import type { OutgoingRequest, ReceiverAnswer } from './send.ts'

const core = openTestCore()
afterAll(() => core.close())

const fine: ReceiverAnswer = { status: 204, headers: {}, body: '' }
const DAY = 86_400

/** An organization with a site for things, and an integration whose receiver a test plays. */
async function newReceiver(draft: Partial<Call<'integrations.create'>['body']> = {}) {
  const { id: organizationId, act, mint } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck' } })
  const { secret } = await act('integrations.create', {
    body: {
      ...{ id: 'hook', name: 'Hook', url: 'https://hooks.example/in' },
      eventTypes: ['thing.created', 'thing.updated', 'thing.deleted', 'key.created', 'key.revoked'],
      ...draft,
    },
  })
  const received: OutgoingRequest[] = []
  let answer: (request: OutgoingRequest) => ReceiverAnswer = () => fine
  const params = { integrationId: 'hook' }
  return {
    ...{ organizationId, act, mint, secret, received },
    /** What the receiver answers from now on; throws for a connection that fails. */
    answers(next: typeof answer) {
      answer = next
    },
    /** Makes all deliveries that are due by the test's clock. */
    deliver: () =>
      deliver(
        {
          core,
          random: () => 0,
          async send(request) {
            const given = answer(request)
            received.push(request)
            return given
          },
        },
        { organizationId, integrationId: 'hook' },
        new AbortController().signal,
      ),
    told: () => received.map(({ body }) => JSON.parse(body)),
    log: async () => (await act('integrations.deliveries', { params, query: {} })).items,
    integration: () => act('integrations.get', { params, query: {} }),
    makeThing: (id: string) =>
      act('things.create', { body: { id, name: id, thingTypeId: 'truck' } }),
    rename: (thingId: string, name: string) =>
      act('things.update', { params: { thingId }, body: { name } }),
  }
}

const down = () => {
  throw new Error('The connection was refused.')
}

test('a change is told of, signed, with what it changed', async () => {
  const hook = await newReceiver()
  await hook.makeThing('truck-1')
  await hook.rename('truck-1', 'Blue truck')
  await hook.act('things.delete', { params: { thingId: 'truck-1' } })
  await hook.deliver()
  const told = hook.told()
  expect(told.map(({ type }) => type)).toEqual(['thing.created', 'thing.updated', 'thing.deleted'])
  expect(told[1]).toMatchObject({
    timestamp: core.clock().toISOString(),
    data: {
      resource: 'THING/truck/truck-1',
      thing: { id: 'truck-1', name: 'Blue truck' },
      previous: { name: 'truck-1' },
    },
  })
  const [first] = hook.received
  const now = Math.floor(core.clock().getTime() / 1000)
  expect(first?.headers['webhook-timestamp']).toBe(String(now))
  const [delivered] = await hook.log()
  expect(delivered).toMatchObject({ status: 'succeeded', lastStatus: 204, tries: 1, dueAt: null })
})

test('what the resource filter does not reach, and what was rolled back, is not told of', async () => {
  const hook = await newReceiver({
    resourceFilter: 'THING/truck/truck-1',
    eventTypes: ['thing.created'],
  })
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  await expect(hook.makeThing('truck-1')).rejects.toMatchObject({ code: 'conflict' })
  await hook.deliver()
  expect(hook.told().map(({ data }) => data.thing.id)).toEqual(['truck-1'])
})

test('keys are told of without their strings', async () => {
  const hook = await newReceiver()
  const { id: keyId, key } = await hook.mint()
  await hook.act('keys.revoke', { params: { keyId } })
  await hook.deliver()
  expect(hook.told().map(({ type }) => type)).toEqual(['key.created', 'key.revoked'])
  expect(JSON.stringify(hook.received)).not.toContain(key.slice(20))
})

test('a receiver that is down for a day misses nothing, and gets each resource in its order', async () => {
  const hook = await newReceiver()
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  for (const name of ['one', 'two', 'three']) await hook.rename('truck-1', name)
  await hook.deliver()
  for (const seconds of [5, 300, 1800, 7200, 18_000, 36_000]) {
    core.advance(seconds)
    await hook.deliver()
  }
  expect(hook.received).toEqual([])
  expect((await hook.integration()).failingSince).not.toBeNull()
  const waiting = await hook.log()
  expect(waiting.every(({ status }) => status === 'pending')).toBe(true)
  expect(waiting.find(({ resource }) => resource.endsWith('truck-2'))?.lastError).toMatch('refused')

  hook.answers(() => fine)
  core.advance(DAY)
  await hook.deliver()
  const told = hook.told()
  const names = (id: string) =>
    told.filter(({ data }) => data.thing.id === id).map(({ data }) => data.thing.name)
  expect(names('truck-1')).toEqual(['truck-1', 'one', 'two', 'three'])
  expect(names('truck-2')).toEqual(['truck-2'])
  expect(told).toHaveLength(5)
  expect((await hook.integration()).failingSince).toBeNull()
})

test('once a receiver that was down answers, all that waits is due at once', async () => {
  const hook = await newReceiver()
  hook.answers(down)
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await hook.makeThing(id)
  await hook.deliver()
  core.advance(5)
  await hook.deliver()
  hook.answers(() => fine)
  // One of them is due again after five minutes; the others would have been later by their own delays.
  await hook.makeThing('g')
  await hook.deliver()
  expect(hook.told()).toHaveLength(7)
})

test('an event that is refused again and again holds up its own resource alone', async () => {
  const hook = await newReceiver()
  hook.answers(({ body }) =>
    body.includes('poison') ? { status: 400, headers: {}, body: 'no such truck' } : fine,
  )
  await hook.makeThing('poison')
  await hook.rename('poison', 'renamed poison')
  for (let day = 0; day < 10; day += 1) {
    await hook.makeThing(`well-${day}`)
    await hook.deliver()
    core.advance(DAY)
  }
  const log = await hook.log()
  const [second, first] = log.filter(({ resource }) => resource.endsWith('poison'))
  expect(first).toMatchObject({ status: 'failed', tries: 10, lastStatus: 400 })
  expect(second).toMatchObject({ status: 'pending', tries: 1 })
  expect(log.filter(({ status }) => status === 'succeeded')).toHaveLength(10)
  const detail = await hook.act('integrations.delivery', {
    params: { integrationId: 'hook', deliveryId: first?.id ?? '' },
    query: {},
  })
  expect(detail.attempts).toHaveLength(10)
  expect(detail.attempts[0]).toMatchObject({ status: 400, responseBody: 'no such truck' })
  expect(detail.payload).toMatchObject({ type: 'thing.created' })
})

test('Retry-After is obeyed', async () => {
  const hook = await newReceiver()
  hook.answers(() => ({ status: 503, headers: { 'retry-after': '3600' }, body: '' }))
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(3599)
  await hook.deliver()
  expect(hook.received).toHaveLength(1)
  core.advance(1)
  await hook.deliver()
  expect(hook.received).toHaveLength(2)
})

test('three days of failure disable an integration; what waited goes on when it is enabled again', async () => {
  const hook = await newReceiver()
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  core.advance(3 * DAY)
  await hook.deliver()
  const off = await hook.integration()
  expect(off).toMatchObject({ enabled: false, disabledReason: expect.stringMatching('since') })
  const audited = await hook.act('audit.list', { query: { operation: 'integrations.disable' } })
  expect(audited.items).toHaveLength(1)
  await expect(
    hook.act('integrations.test', { params: { integrationId: 'hook' } }),
  ).rejects.toMatchObject({ code: 'conflict' })

  hook.answers(() => fine)
  await hook.act('integrations.update', {
    params: { integrationId: 'hook' },
    body: { enabled: true },
  })
  await hook.deliver()
  expect(hook.told().map(({ data }) => data.thing.id)).toEqual(['truck-1'])
})

test('410 Gone disables at once', async () => {
  const hook = await newReceiver()
  hook.answers(() => ({ status: 410, headers: {}, body: '' }))
  await hook.makeThing('truck-1')
  await hook.deliver()
  expect(await hook.integration()).toMatchObject({ enabled: false })
})

test('after a rotation both secrets verify, until the overlap ends', async () => {
  const hook = await newReceiver()
  const params = { integrationId: 'hook' }
  const rotated = await hook.act('integrations.rotateSecret', { params, body: { overlapHours: 1 } })
  expect(rotated.secret).not.toBe(hook.secret)
  const signatures = async () => {
    await hook.act('integrations.test', { params })
    await hook.deliver()
    const { headers, body } = hook.received.at(-1) as OutgoingRequest
    const own = [rotated.secret, hook.secret].map((secret) =>
      new Webhook(secret).sign(headers['webhook-id'] ?? '', core.clock(), body),
    )
    return headers['webhook-signature']?.split(' ').map((one) => own.indexOf(one))
  }
  expect(await signatures()).toEqual([0, 1])
  core.advance(3600)
  expect(await signatures()).toEqual([0])
})

test('a delivery can be made again by hand, with the same id', async () => {
  const hook = await newReceiver()
  await hook.makeThing('truck-1')
  await hook.deliver()
  const [{ id: deliveryId } = { id: '' }] = await hook.log()
  await hook.act('integrations.redeliver', { params: { integrationId: 'hook', deliveryId } })
  await hook.deliver()
  const ids = hook.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a delivery whose worker died is made by another one when the lease is over', async () => {
  const hook = await newReceiver()
  await hook.makeThing('truck-1')
  const { organizationId } = hook
  const leasedUntil = new Date(core.clock().getTime() + 60_000)
  await core.db.delivery.updateMany({ where: { organizationId }, data: { leasedUntil } })
  await hook.deliver()
  expect(hook.received).toEqual([])
  core.advance(60)
  await hook.deliver()
  expect(hook.received).toHaveLength(1)
})

test('two organizations with the same ids hear of their own things alone', async () => {
  const [one, other] = await Promise.all([newReceiver(), newReceiver()])
  await one.makeThing('truck-1')
  await one.deliver()
  await other.deliver()
  expect(one.received).toHaveLength(1)
  expect(other.received).toEqual([])
  expect(await other.log()).toEqual([])
  const [{ id: deliveryId } = { id: '' }] = await one.log()
  const params = { integrationId: 'hook', deliveryId }
  for (const call of ['integrations.delivery', 'integrations.redeliver'] as const) {
    await expect(other.act(call, { params, query: {} } as never)).rejects.toMatchObject({
      code: 'not-found',
    })
  }
})

test('an integration is told only of what its maker may read', async () => {
  const { act } = await newOrganization(core)
  const own = [
    { action: 'write' as const, resourceFilter: 'INTEGRATION/#' },
    { action: 'read' as const, resourceFilter: 'PLACE/Site/yard/THING/#/#' },
  ]
  const make = (resourceFilter: string) =>
    act(
      'integrations.create',
      {
        body: {
          name: 'x',
          url: 'https://x.example',
          eventTypes: ['thing.created'],
          resourceFilter,
        },
      },
      ...own,
    )
  await expect(make('#')).rejects.toMatchObject({ code: 'scope-missing' })
  await expect(make('PLACE/#/#/THING/#/#')).rejects.toMatchObject({ code: 'scope-missing' })
  await expect(make('PLACE/Site/yard/THING/#/#')).resolves.toMatchObject({ enabled: true })
  await expect(make('KEY/#')).rejects.toMatchObject({
    code: 'invalid-request',
    errors: [{ pointer: '/body/eventTypes/0', detail: expect.any(String) }],
  })
})

test('who changes what an integration tells, or whom, must be allowed to read all of it', async () => {
  const { act } = await newOrganization(core)
  const body = {
    ...{ id: 'hook', name: 'Hook', url: 'https://x.example', resourceFilter: 'THING/#/#' },
    eventTypes: ['metric.breached' as const],
    thresholds: [{ metric: 'temperature', above: 8 }],
  }
  await act('integrations.create', { body })
  const write = { action: 'write' as const, resourceFilter: 'INTEGRATION/#' }
  const params = { integrationId: 'hook' }
  const change = (patch: Call<'integrations.update'>['body'], ...reads: string[]) =>
    act(
      'integrations.update',
      { params, body: patch },
      write,
      ...[...reads, 'INTEGRATION/#'].map((filter) => ({
        ...{ action: 'read' as const, resourceFilter: filter },
      })),
    )
  for (const patch of [
    { thresholds: [{ metric: 'temperature', above: 7 }] },
    { resourceFilter: 'THING/truck/#' },
    { eventTypes: ['metric.breached' as const, 'metric.cleared' as const] },
    { url: 'https://elsewhere.example' },
  ]) {
    await expect(change(patch)).rejects.toMatchObject({ code: 'scope-missing' })
    await expect(change(patch, 'PLACE/Site/yard/THING/#/#')).rejects.toMatchObject({
      code: 'scope-missing',
    })
    await expect(change(patch, 'THING/#/#', 'PLACE/#/#/THING/#/#')).resolves.toMatchObject(patch)
  }
  await expect(change({ name: 'Renamed', enabled: false })).resolves.toMatchObject({
    enabled: false,
  })
})

test('what is finished is forgotten after a month, what waits is not', async () => {
  const hook = await newReceiver()
  const { organizationId } = hook
  await hook.makeThing('truck-1')
  await hook.deliver()
  hook.answers(down)
  await hook.makeThing('truck-2')
  await hook.deliver()
  const later = new Date(core.clock().getTime() + 31 * DAY * 1000)
  await forgetOld({ db: core.db, clock: () => later })
  const left = await core.db.event.findMany({ where: { organizationId } })
  expect(left.map(({ resource }) => resource)).toEqual(['THING/truck/truck-2'])
})
