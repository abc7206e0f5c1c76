import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { startApi, type TestApi } from '../testing/start-api.ts'
import { newTenant, type Tenant } from '../testing/tenant.ts'

let api: TestApi
let tenant: Tenant
let admin: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  tenant = await newTenant(api.core)
  admin = (await tenant.mint()).key
})

const params = { fleetId: 'north' }
const keyWith = async (...scopes: Scope[]) => (await tenant.mint({ scopes })).key
const scope = (action: Scope['action'], resourceFilter: string) => ({ action, resourceFilter })
const change = (body: object, key = admin, headers = {}) =>
  send(api.url, 'fleets.changeMembers', { params, body }, key, headers)
const thing = async () =>
  (await send(api.url, 'things.get', { params: { thingId: 'truck-1' } }, admin)).json
const patchThing = (body: object, key = admin) =>
  send(api.url, 'things.update', { params: { thingId: 'truck-1' }, body }, key)
const listed = async (query: Record<string, string>, key = admin) =>
  (await send(api.url, 'things.list', { query }, key)).json.items.map((t: { id: string }) => t.id)

describe('members', () => {
  test('join and leave, and are counted, listed and shown by the thing', async () => {
    const joined = await change({ add: ['truck-1'] })
    expect(joined.json).toMatchObject({ id: 'north', thingCount: 1, etag: '2' })
    expect(await thing()).toMatchObject({ fleetIds: ['north'], etag: '2' })
    expect(await listed({ fleetId: 'north' })).toEqual(['truck-1'])
    expect((await change({ remove: ['truck-1'] })).json).toMatchObject({ thingCount: 0 })
    expect(await thing()).toMatchObject({ fleetIds: [], etag: '3' })
    expect(await listed({ fleetId: 'north' })).toEqual([])
  })

  test('that are in it already change nothing', async () => {
    await change({ add: ['truck-1'] })
    expect((await change({ add: ['truck-1'] })).json).toMatchObject({ thingCount: 1, etag: '2' })
    expect((await thing()).etag).toBe('2')
  })

  test('change all together or not at all, every fault reported', async () => {
    const answer = await change({ add: ['truck-1', 'nobody'], remove: ['nothing'] })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid-request'])
    expect(answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/body/add/1',
      '/body/remove/0',
    ])
    expect((await thing()).fleetIds).toEqual([])
  })

  test.each([
    [{ add: ['truck-1', 'truck-1'] }, '/body/add'],
    [{ add: ['truck-1'], remove: ['truck-1'] }, '/body/remove/0'],
    [{ add: Array.from({ length: 1001 }, (_, i) => `t${i}`) }, '/body/add'],
  ])('are named clearly: %#', async (body, pointer) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer }))
  })

  test('are refused when the fleet has changed meanwhile', async () => {
    const answer = await change({ add: ['truck-1'] }, admin, { 'If-Match': '"7"' })
    expect(answer.status).toBe(412)
  })
})

describe('a thing', () => {
  test('is made in its fleets, and moved by a patch', async () => {
    await tenant.act('fleets.create', { body: { id: 'south', name: 'South' } })
    const body = { id: 't2', name: 'T2', thingTypeId: 'truck', fleetIds: ['north', 'south'] }
    const made = await send(api.url, 'things.create', { body }, admin)
    expect(made.json.fleetIds).toEqual(['north', 'south'])
    expect((await patchThing({ fleetIds: ['south'] })).json.fleetIds).toEqual(['south'])
    expect((await patchThing({ name: 'New' })).json.fleetIds).toEqual(['south'])
    expect((await patchThing({ fleetIds: [] })).json.fleetIds).toEqual([])
  })

  test('joins no fleet that there is not', async () => {
    const answer = await patchThing({ fleetIds: ['north', 'nowhere'] })
    expect(answer.json.errors).toEqual([
      { pointer: '/body/fleetIds/1', detail: 'is not the id of a fleet' },
    ])
  })

  test('is gone from its fleets when it is deleted', async () => {
    await change({ add: ['truck-1'] })
    await tenant.act('things.delete', { params: { thingId: 'truck-1' } })
    const { json } = await send(api.url, 'fleets.get', { params }, admin)
    expect(json.thingCount).toBe(0)
  })
})

describe('scopes', () => {
  test('a scope of a fleet reaches its things, while they are in it', async () => {
    const key = await keyWith(scope('read', 'PLACE/Fleet/north/THING/#/#'))
    expect(await listed({}, key)).toEqual([])
    await change({ add: ['truck-1'] })
    expect(await listed({}, key)).toEqual(['truck-1'])
    await change({ remove: ['truck-1'] })
    expect(await listed({}, key)).toEqual([])
  })

  test('joining needs write on the fleet and on the thing', async () => {
    const things = await keyWith(scope('*', 'THING/#/#'), scope('read', 'PLACE/Fleet/north'))
    expect(codeOf(await patchThing({ fleetIds: ['north'] }, things))).toBe('scope-missing')
    expect(codeOf(await change({ add: ['truck-1'] }, things))).toBe('scope-missing')
    const fleets = await keyWith(scope('*', 'PLACE/Fleet/#'), scope('read', 'THING/#/#'))
    expect(codeOf(await change({ add: ['truck-1'] }, fleets))).toBe('scope-missing')
    const blind = await keyWith(scope('*', 'PLACE/Fleet/#'))
    expect(codeOf(await change({ add: ['truck-1'] }, blind))).toBe('invalid-request')
    const both = await keyWith(scope('write', 'PLACE/Fleet/north'), scope('write', 'THING/#/#'))
    expect((await change({ add: ['truck-1'] }, both)).status).toBe(200)
  })
})

test('a fleet in use is not deleted, and the refusal names what the caller may read of it', async () => {
  await change({ add: ['truck-1'] })
  const refused = await send(api.url, 'fleets.delete', { params }, admin)
  expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict'])
  expect(refused.json.detail).toContain('1 thing (truck-1)')
  const blind = await keyWith(scope('*', 'PLACE/Fleet/#'))
  const { json } = await send(api.url, 'fleets.delete', { params }, blind)
  expect(json.detail).not.toContain('truck-1')
})

test('another organization’s things and fleets are out of reach, though the ids are the same', async () => {
  const other = await newTenant(api.core)
  const { key } = await other.mint()
  await change({ add: ['truck-1'] })
  expect(await listed({ fleetId: 'north' }, key)).toEqual([])
  const { json } = await send(api.url, 'fleets.get', { params }, key)
  expect(json.thingCount).toBe(0)
  await tenant.act('fleets.create', { body: { id: 'ours', name: 'Ours' } })
  expect(codeOf(await patchThing({ fleetIds: ['ours'] }, key))).toBe('invalid-request')
})

describe('filters of lists', () => {
  test('by label, with or without a value', async () => {
    await patchThing({ labels: { 'example.com/line': 'a=b', spare: '' } })
    for (const label of ['example.com/line', 'example.com/line=a=b', 'spare', 'spare=']) {
      expect(await listed({ label })).toEqual(['truck-1'])
    }
    for (const label of ['line', 'example.com/line=a', 'spare=x']) {
      expect(await listed({ label })).toEqual([])
    }
  })

  test('by text, as it is written', async () => {
    await tenant.act('fleets.create', { body: { id: 'a_b', name: '100%' } })
    const found = async (text: string) =>
      (await send(api.url, 'fleets.list', { query: { text } }, admin)).json.items.length
    expect([await found('A_B'), await found('0%'), await found('_'), await found('xx')]).toEqual([
      1, 1, 1, 0,
    ])
  })
})
