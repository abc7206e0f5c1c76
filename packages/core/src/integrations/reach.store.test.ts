import type { Action, Call, Scope } from '@sluice/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestCore } from '../testing/core.ts'
import { down, fine, newReceiver } from './delivery/testing/new-receiver.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { integrationId: 'hook' }
const on = (action: Action, ...filters: string[]): Scope[] =>
  filters.map((resourceFilter) => ({ action, resourceFilter }))
const may = (...reads: string[]) => [
  ...on('write', 'INTEGRATION/hook'),
  ...on('read', 'INTEGRATION/hook', ...reads),
]

type Hook = Awaited<ReturnType<typeof newReceiver>>
type Patch = Call<'integrations.update'>['body']

async function change({ newHolder }: Hook, body: Patch, ...reads: string[]) {
  const { act } = await newHolder(may(...reads), { keyType: 'Admin' })
  return act('integrations.update', { params, body })
}

/** A receiver that is down, and one pending delivery to it. */
async function newStuck() {
  const hook = await newReceiver(core, { eventTypes: ['thing.created', 'key.created'] })
  hook.answers(down)
  await hook.makeThing('truck-1')
  await hook.deliver()
  const [delivery] = await hook.log()
  if (!delivery) throw new Error('Nothing was to be delivered.')
  return { ...hook, hook, delivery }
}

describe('a delivery', () => {
  test('withholds payload, resource and response from readers without access to the resource', async () => {
    const { hook, act, delivery } = await newStuck()
    hook.answers(() => ({
      ...fine,
      status: 500,
      body: 'you sent truck-1',
      headers: { x: 'truck-1' },
    }))
    core.advance(3600)
    await hook.deliver()
    const call = { params: { ...params, deliveryId: delivery.id }, query: {} }
    for (const reads of [[], ['THING/van/#'], ['KEY/#']]) {
      const seen = await act(
        'integrations.delivery',
        call,
        ...on('read', 'INTEGRATION/hook', ...reads),
      )
      expect(seen).toMatchObject({ withheld: true, resource: null, payload: null })
      expect(seen.attempts[0]).toMatchObject({
        status: 500,
        responseBody: null,
        responseHeaders: null,
      })
      const { items } = await act(
        'integrations.deliveries',
        { params, query: {} },
        ...on('read', 'INTEGRATION/hook', ...reads),
      )
      expect(items).toMatchObject([{ withheld: true, resource: null, status: 'Pending' }])
      expect(JSON.stringify([seen, items])).not.toContain('truck-1')
    }
  })

  test('is complete for readers with access to its resource by any path', async () => {
    const { hook, act, delivery } = await newStuck()
    await hook.act('fleets.create', { body: { id: 'north', name: 'North' } })
    await hook.act('things.create', {
      body: { id: 'truck-2', name: 'truck-2', thingTypeId: 'truck', fleetIds: ['north'] },
    })
    const [inFleet] = await hook.log()
    const whole = async (id: string, filter: string) => {
      const call = { params: { ...params, deliveryId: id }, query: {} }
      const seen = await act(
        'integrations.delivery',
        call,
        ...on('read', 'INTEGRATION/hook', filter),
      )
      return !seen.withheld && seen.payload !== null
    }
    expect(await whole(delivery.id, 'THING/truck/#')).toBe(true)
    expect(await whole(delivery.id, 'PLACE/Fleet/north/THING/#/#')).toBe(false)
    expect(await whole(inFleet?.id ?? '', 'PLACE/Fleet/north/THING/#/#')).toBe(true)
  })
})

describe('a change of the URL of an integration', () => {
  test('needs read access to earlier events too, even if it narrows the filter', async () => {
    const { hook, delivery } = await newStuck()
    const patch = {
      ...{ url: 'https://elsewhere.example', resourceFilter: 'THING/van/#' },
      eventTypes: ['thing.created' as const],
    }
    await expect(change(hook, patch, 'THING/van/#')).rejects.toMatchObject({
      code: 'scope-missing',
    })
    await expect(change(hook, patch, 'THING/#/#')).rejects.toMatchObject({ code: 'scope-missing' })
    await expect(change(hook, patch, 'THING/#/#', 'KEY/#')).resolves.toMatchObject({
      url: patch.url,
    })
    expect(delivery.status).toBe('Pending')
  })

  test('does not redirect pending events that its actor may not read', async () => {
    const { hook, act, delivery } = await newStuck()
    await hook.makeThing('truck-2')
    // An actor with full access narrows the filter; then one who may read only the rest changes the URL.
    const narrow = { resourceFilter: 'THING/van/#', eventTypes: ['thing.created' as const] }
    await act('integrations.update', { params, body: narrow })
    const url = 'https://elsewhere.example/in'
    await change(hook, { url }, 'THING/van/#')
    hook.answers(() => fine)
    core.advance(3600)
    await hook.deliver()
    expect(hook.received).toEqual([])
    const { items } = await act('integrations.deliveries', { params, query: {} })
    expect(items).toMatchObject([
      { status: 'Failed', lastError: expect.stringContaining('may not read this event') },
      { status: 'Failed', lastError: expect.stringContaining('may not read this event') },
    ])
    const again = { params: { ...params, deliveryId: delivery.id } }
    await expect(act('integrations.redeliver', again)).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('may not read this event'),
    })
    await hook.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
    await hook.act('things.create', { body: { id: 'van-1', name: 'van-1', thingTypeId: 'van' } })
    await hook.deliver()
    expect(hook.received.map((sent) => [sent.url, JSON.parse(sent.body).data.thing.id])).toEqual([
      [url, 'van-1'],
    ])
  })

  test('redirects pending and resent deliveries if its actor may read all events', async () => {
    const { hook, act, delivery } = await newStuck()
    const url = 'https://elsewhere.example/in'
    await change(hook, { url }, 'THING/#/#', 'KEY/#')
    hook.answers(() => fine)
    core.advance(3600)
    await hook.deliver()
    await act('integrations.redeliver', { params: { ...params, deliveryId: delivery.id } })
    await hook.deliver()
    expect(hook.received.map((sent) => sent.url)).toEqual([url, url])
  })
})
