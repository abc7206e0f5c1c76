import type { Call } from '@sluice/contract'
import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../../testing/core.ts'
import { down, fine, newReceiver } from './testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

test('a change is delivered, signed, with the previous values', async () => {
  const hook = await newReceiver(core)
  await hook.makeThing('truck-1')
  await hook.rename('truck-1', 'Blue truck')
  await hook.act('things.delete', { params: { thingId: 'truck-1' } })
  await hook.deliver()
  const events = hook.delivered()
  expect(events.map(({ type }) => type)).toEqual([
    'thing.created',
    'thing.updated',
    'thing.deleted',
  ])
  expect(events[1]).toMatchObject({
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
  expect(delivered).toMatchObject({ status: 'Succeeded', lastStatus: 204, tries: 1, dueAt: null })
})

test('previous has only what changed, whatever the order of the members in a body', async () => {
  const hook = await newReceiver(core, { eventTypes: ['thing.updated'] })
  const attributes = { wheels: [{ side: 'left', n: 1 }] }
  await hook.makeThing('truck-1')
  for (const name of ['One', 'Two']) {
    const things = [{ id: 'truck-1', name, attributes }]
    await hook.act('things.batch', { query: {}, body: { mode: 'update', things } } as never)
  }
  await hook.deliver()
  const etag = expect.any(String)
  expect(hook.delivered().map(({ data }) => data.previous)).toEqual([
    { name: 'truck-1', attributes: {}, etag },
    { name: 'One', etag },
  ])
})

test('an integration is notified when a thing joins or leaves a fleet', async () => {
  const hook = await newReceiver(core, {
    resourceFilter: 'PLACE/Fleet/north/THING/#/#',
    eventTypes: ['thing.updated'],
  })
  await hook.act('fleets.create', { body: { id: 'north', name: 'North' } })
  await hook.makeThing('truck-1')
  const params = { fleetId: 'north' }
  await hook.act('fleets.changeMembers', { params, body: { add: ['truck-1'], remove: [] } })
  await hook.act('fleets.changeMembers', { params, body: { add: [], remove: ['truck-1'] } })
  await hook.act('fleets.changeMembers', { params, body: { add: [], remove: ['truck-1'] } })
  await hook.deliver()
  expect(
    hook.delivered().map(({ type, data }) => [type, data.thing?.fleetIds, data.previous?.fleetIds]),
  ).toEqual([
    ['thing.updated', ['north'], undefined],
    ['thing.updated', undefined, ['north']],
  ])
})

test('changes outside the resource filter or rolled back are not delivered', async () => {
  const hook = await newReceiver(core, {
    resourceFilter: 'THING/truck/truck-1',
    eventTypes: ['thing.created'],
  })
  await hook.makeThing('truck-1')
  await hook.makeThing('truck-2')
  await expect(hook.makeThing('truck-1')).rejects.toMatchObject({ code: 'conflict' })
  await hook.deliver()
  expect(hook.delivered().map(({ data }) => data.thing.id)).toEqual(['truck-1'])
})

test('key events do not contain key strings', async () => {
  const hook = await newReceiver(core)
  const { id: keyId, key } = await hook.mint()
  await hook.act('keys.revoke', { params: { keyId } })
  await hook.deliver()
  expect(hook.delivered().map(({ type }) => type)).toEqual(['key.created', 'key.revoked'])
  expect(JSON.stringify(hook.received)).not.toContain(key.slice(20))
})

test('two organizations with the same ids are notified of their own things only', async () => {
  const [one, other] = await Promise.all([newReceiver(core), newReceiver(core)])
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

test('an integration can subscribe only to what its creator may read', async () => {
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
  await expect(make('PLACE/Site/yard/THING/#/#')).resolves.toMatchObject({
    secret: expect.stringContaining('whsec_'),
  })
  await expect(make('KEY/#')).rejects.toMatchObject({
    code: 'invalid-request',
    errors: [{ pointer: '/body/eventTypes/0', detail: expect.any(String) }],
  })
})

test('changing the events or URL of an integration needs read access to all events', async () => {
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
  const thresholds = [{ metric: 'temperature', above: 7 }]
  await expect(change({ name: 'Repeated', thresholds })).resolves.toMatchObject({
    name: 'Repeated',
  })
  await expect(change({ name: 'Renamed', enabled: false })).resolves.toMatchObject({
    enabled: false,
  })
})

test('a test event is delivered to the integration that asked for it', async () => {
  const hook = await newReceiver(core)
  await hook.act('integrations.test', { params: { integrationId: 'hook' } })
  await hook.deliver()
  expect(hook.delivered()).toMatchObject([
    { type: 'integration.test', data: { resource: 'INTEGRATION/hook' } },
  ])
})

test('events of a thing whose type changes come in their order', async () => {
  const hook = await newReceiver(core)
  await hook.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
  await hook.makeThing('unit')
  await hook.deliver()
  hook.answers(down)
  await hook.rename('unit', 'one')
  await hook.deliver()
  hook.answers(() => fine)
  const params = { thingId: 'unit' }
  await hook.act('things.update', { params, body: { thingTypeId: 'van', name: 'two' } })
  await hook.act('things.delete', { params })
  await hook.deliver()
  core.advance(3600)
  await hook.deliver()
  const told = hook.delivered().map(({ type, data }) => [type, data.resource, data.thing?.name])
  expect(told).toEqual([
    ['thing.created', 'THING/truck/unit', 'unit'],
    ['thing.updated', 'THING/truck/unit', 'one'],
    ['thing.updated', 'THING/van/unit', 'two'],
    ['thing.deleted', 'THING/van/unit', 'two'],
  ])
})
