import type { Scope } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

type Entry = Record<string, unknown>
const batch = (things: Entry[], more: Entry = {}, key = at.admin) =>
  send(api.url, 'things.batch', { body: { things, ...more } }, key)
const get = (thingId: string) => at.tenant.act('things.get', { params: { thingId }, query: {} })
const count = () => api.core.db.thing.count({ where: { organizationId: at.tenant.id } })
const keyWith = async (...scopes: Scope[]) => (await at.tenant.mint({ scopes })).key
const truck = (id: string, more: Entry = {}) => ({ id, name: id, thingTypeId: 'truck', ...more })

test('a batch reports which things it created, updated or left unchanged', async () => {
  const same = await at.tenant.act('things.create', { body: truck('same') as never })
  const { etag } = await get('truck-1')
  const { status, json } = await batch([
    truck('new', { fleetIds: ['north'], location: { type: 'Point', coordinates: [1, 2] } }),
    { id: 'truck-1', siteId: null, fleetIds: ['north'], labels: { line: 'b' } },
    truck('same'),
    { name: 'Unnamed', thingTypeId: 'truck' },
  ])
  expect(status).toBe(200)
  expect(json).toMatchObject({ validateOnly: false, created: 2, updated: 1, unchanged: 1 })
  const [made, changed] = await Promise.all([get('new'), get('truck-1')])
  expect(json.items.slice(0, 3)).toEqual([
    { id: 'new', outcome: 'created', changes: [], etag: made.etag },
    {
      ...{ id: 'truck-1', outcome: 'updated', changes: ['labels', 'siteId', 'fleetIds'] },
      etag: changed.etag,
    },
    { id: 'same', outcome: 'unchanged', changes: [], etag: same.etag },
  ])
  expect(Number(changed.etag)).toBe(Number(etag) + 1)
  expect(made).toMatchObject({
    ...{ fleetIds: ['north'], location: { coordinates: [1, 2] }, status: 'Active' },
  })
  expect(changed).toMatchObject({
    ...{ name: 'Truck 1', siteId: null, fleetIds: ['north'], labels: { line: 'b' } },
  })
  expect(json.items[3].id).toMatch(/^\w{16}$/)
})

test('a batch merges labels and attributes, and an empty list removes from all fleets', async () => {
  await batch([
    truck('a', { labels: { x: '1', y: '2' }, attributes: { n: 1 }, fleetIds: ['north'] }),
  ])
  await batch([{ id: 'a', labels: { x: null }, attributes: { m: { k: 1 } }, fleetIds: [] }])
  expect(await get('a')).toMatchObject({
    ...{ labels: { y: '2' }, attributes: { n: 1, m: { k: 1 } }, fleetIds: [], location: null },
  })
})

test('a batch of a thousand things uses one unit and writes a thousand audit entries', async () => {
  const things = Array.from({ length: 1000 }, (_, i) => truck(`t-${i}`, { siteId: 'yard' }))
  const answer = await batch(things)
  expect(answer.json).toMatchObject({ created: 1000 })
  expect(answer.headers.get('ratelimit')).toMatch('"standard";r=999;')
  expect(await count()).toBe(1001)
  const again = await batch(things.map((thing) => ({ ...thing, status: 'Inactive' })))
  expect(again.json).toMatchObject({ updated: 1000, created: 0 })
  const where = { organizationId: at.tenant.id, resource: { startsWith: 'THING/truck/t-' } }
  expect(await api.core.db.auditEntry.count({ where })).toBe(2000)
})

describe('a batch changes nothing', () => {
  test('when any entry is invalid, and lists every fault with a pointer', async () => {
    const { status, json } = await batch([
      truck('ok'),
      { id: 'bare' },
      truck('lost', { siteId: 'nowhere', fleetIds: ['north', 'none'] }),
      { id: 'truck-1', thingTypeId: 'nothing' },
    ])
    expect(status).toBe(400)
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/body/things/1/name',
      '/body/things/1/thingTypeId',
      '/body/things/2/siteId',
      '/body/things/2/fleetIds/1',
      '/body/things/3/thingTypeId',
    ])
    expect(await count()).toBe(1)
  })

  test('when entries violate the schema, and lists each of hundreds of faults', async () => {
    const { json } = await batch(Array.from({ length: 300 }, () => truck('x', { status: 'Odd' })))
    const pointers = json.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toContain('/body/things/299/status')
    expect((await batch([truck('x'), truck('x')])).json.errors).toEqual([
      { pointer: '/body/things/1/id', detail: 'repeats the id of an earlier entry' },
    ])
  })

  test('when one etag is stale', async () => {
    const { etag } = await get('truck-1')
    const answer = await batch([
      { id: 'truck-1', name: 'New', etag: '7' },
      truck('made', { etag: '1' }),
      truck('fine'),
    ])
    expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition-failed'])
    expect(answer.json.errors).toEqual([
      { pointer: '/body/things/0/etag', detail: `is now "${etag}"` },
      { pointer: '/body/things/1/etag', detail: 'belongs to a thing that does not exist' },
    ])
    expect(await count()).toBe(1)
  })

  test('with validateOnly, and returns the outcome that it would have', async () => {
    const things = [
      { id: 'truck-1', name: 'New' },
      { name: 'x', thingTypeId: 'truck' },
    ]
    const { json } = await batch(things, { validateOnly: true })
    expect(json.items).toEqual([
      { id: 'truck-1', outcome: 'updated', changes: ['name'], etag: null },
      { id: null, outcome: 'created', changes: [], etag: null },
    ])
    expect([await count(), (await get('truck-1')).name]).toEqual([1, 'Truck 1'])
  })
})

test('the mode of a batch says whether things must or must not exist', async () => {
  const made = await batch([truck('truck-1'), truck('b')], { mode: 'create' })
  expect([made.status, codeOf(made), made.json.errors]).toEqual([
    ...[409, 'conflict', [{ pointer: '/body/things/0/id', detail: 'is taken' }]],
  ])
  const updated = await batch([truck('none'), { name: 'x' }], { mode: 'update' })
  expect(updated.json.errors).toEqual([
    { pointer: '/body/things/0/id', detail: 'is not a thing that this caller may read' },
    { pointer: '/body/things/1/id', detail: 'is required' },
  ])
})

describe('a batch by a key that may write only trucks', () => {
  test('is rejected and lists every entry beyond the key’s scopes', async () => {
    await at.tenant.act('thingTypes.create', { body: { id: 'bus', name: 'Bus' } })
    const key = await keyWith({ action: '*', resourceFilter: 'THING/truck/#' })
    const answer = await batch(
      [truck('ok'), truck('bus-1', { thingTypeId: 'bus' }), truck('placed', { siteId: 'yard' })],
      {},
      key,
    )
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope-missing'])
    expect(answer.json.errors).toEqual([
      { pointer: '/body/things/1', detail: expect.stringContaining('THING/bus/bus-1') },
      { pointer: '/body/things/2', detail: expect.stringContaining('PLACE/Site/yard') },
    ])
    expect(await count()).toBe(1)
  })

  test('reveals no more of an unreadable thing than a single call', async () => {
    await at.tenant.act('thingTypes.create', { body: { id: 'bus', name: 'Bus' } })
    await at.tenant.act('things.create', { body: { id: 'b', name: 'b', thingTypeId: 'bus' } })
    const key = await keyWith({ action: '*', resourceFilter: 'THING/truck/#' })
    const updated = await batch([{ id: 'b', name: 'mine' }], { mode: 'update' }, key)
    expect(updated.json.errors[0].detail).toBe('is not a thing that this caller may read')
    const made = await batch([truck('b')], {}, key)
    expect([made.status, made.json.errors[0].detail]).toEqual([409, 'is taken'])
    expect((await get('b')).thingTypeId).toBe('bus')
  })
})

test('a batch does not affect things of another organization with the same ids', async () => {
  const stranger = await newTenant(api.core)
  const read = () => stranger.act('things.get', { params: { thingId: 'truck-1' }, query: {} })
  const before = await read()
  await batch([{ id: 'truck-1', name: 'Mine', siteId: null, fleetIds: ['north'] }])
  expect(before).toMatchObject({ name: 'Truck 1', siteId: 'yard', fleetIds: [] })
  expect(await read()).toEqual(before)
})

test('of two concurrent batches on the same things, only one is applied', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  await batch(ids.map((id) => truck(id)))
  const change = (order: string[], name: string) => batch(order.map((id) => ({ id, name })))
  const answers = await Promise.all([
    ...[change(ids, 'first'), change([...ids].reverse(), 'second')],
  ])
  for (const answer of answers) expect([200, 409]).toContain(answer.status)
  expect(answers.map(({ status }) => status)).toContain(200)
  const names = await Promise.all(ids.map(async (id) => (await get(id)).name))
  expect(new Set(names).size).toBe(1)
})
