import type { Scope } from '@sluice/contract'
import { expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

const api = useApi()
const everything: Scope[] = [{ action: '*', resourceFilter: '#' }]

/** Ten lorries, the last three in another yard, and calls with a key that has these scopes. */
async function newFleet(scopes = everything) {
  const tenant = await newTenant(api.core)
  const { act } = tenant
  await act('things.delete', { params: { thingId: 'truck-1' } })
  await act('thingTypes.create', { body: { id: 'lorry', name: 'Lorry', metrics: [] } })
  for (const id of ['north', 'south']) {
    await act('sites.create', { body: { id, name: id, timezone: 'UTC' } })
  }
  await act('fleets.create', { body: { id: 'south', name: 'South' } })
  const things = Array.from({ length: 10 }, (_, i) => ({
    ...{ id: `lorry-${i}`, name: `Lorry ${i}`, thingTypeId: 'lorry' },
    ...{ siteId: i < 7 ? 'north' : 'south', fleetIds: ['north'] },
  }))
  await act('things.batch', { body: { things } })
  const { key } = await tenant.mint({ scopes })
  return {
    ...tenant,
    things: async () => (await act('things.list', { query: {} })).items,
    change: (body: object) => send(api.url, 'things.change', { body }, key),
  }
}

const outcomes = (json: unknown) =>
  (json as { items: { outcome: string }[] }).items.map(({ outcome }) => outcome)

test('a plan says what would change and changes nothing; applying it changes just that', async () => {
  const { change, things } = await newFleet()
  const wish = { filter: { text: 'lorry' }, change: { siteId: 'south', addFleetIds: ['south'] } }
  const plan = await change({ ...wish, validateOnly: true })
  expect(plan.json).toMatchObject({ changed: 10, unchanged: 0, refused: 0, nextAfter: null })
  const { items } = plan.json as { items: { id: string; etag: string; before: object }[] }
  expect(items[0]).toMatchObject({ changes: ['siteId', 'fleetIds'], before: { siteId: 'north' } })
  expect(items[9]).toMatchObject({ changes: ['fleetIds'], before: { fleetIds: ['north'] } })
  const before = await things()
  expect(before[0]).toMatchObject({ siteId: 'north', etag: items[0]?.etag })
  const chosen = items.map(({ id, etag }) => ({ id, etag }))
  const applied = await change({ things: chosen, change: wish.change })
  expect(applied.json).toMatchObject({ changed: 10, stale: 0 })
  for (const [i, thing] of (await things()).entries()) {
    expect(thing).toMatchObject({ siteId: 'south', fleetIds: ['north', 'south'] })
    expect(Number(thing.etag)).toBe(Number(before[i]?.etag) + 1)
  }
  expect((await change({ ...wish })).json).toMatchObject({ changed: 0, unchanged: 10 })
})

test('a plan tells the old values of the labels that change, and null for new ones', async () => {
  const { act, change } = await newFleet()
  const labels = { line: 'south', old: 'x', kept: 'y' }
  await act('things.update', { params: { thingId: 'lorry-0' }, body: { labels } })
  const { json } = await change({
    things: [{ id: 'lorry-0' }, { id: 'lorry-1' }],
    change: { labels: { line: 'north', old: null, kept: 'y' } },
    validateOnly: true,
  })
  const { items } = json as { items: { before: object }[] }
  expect(items.map(({ before }) => before)).toEqual([
    { labels: { line: 'south', old: 'x' } },
    { labels: { line: null, kept: null } },
  ])
})

test('what has changed since the plan is left alone, and so is what is gone', async () => {
  const { act, change, things } = await newFleet()
  const chosen = (await things()).slice(0, 3).map(({ id, etag }) => ({ id, etag }))
  await act('things.update', { params: { thingId: 'lorry-1' }, body: { name: 'Renamed' } })
  await act('things.delete', { params: { thingId: 'lorry-2' } })
  const { json } = await change({ things: chosen, change: { status: 'Retired' } })
  expect(outcomes(json)).toEqual(['changed', 'stale', 'refused'])
  const renamed = await act('things.get', { params: { thingId: 'lorry-1' }, query: {} })
  expect(renamed).toMatchObject({ name: 'Renamed', status: 'Active' })
})

test('each thing is authorized separately, and nothing about the others is revealed', async () => {
  const { change, things } = await newFleet([
    { action: '*', resourceFilter: 'PLACE/Site/north/THING/#/#' },
    { action: 'read', resourceFilter: 'THING/lorry/lorry-8' },
  ])
  const { json } = await change({
    things: ['lorry-1', 'lorry-8', 'lorry-9', 'nothing'].map((id) => ({ id })),
    change: { status: 'Retired' },
  })
  expect(outcomes(json)).toEqual(['changed', 'refused', 'refused', 'refused'])
  const { items } = json as { items: { detail: string; name: string | null }[] }
  expect(items[1]?.detail).toContain('write')
  expect(items[2]).toEqual({ ...items[3], id: 'lorry-9' })
  const all = await change({ filter: {}, change: { labels: { a: 'b' } } })
  expect(all.json).toMatchObject({ changed: 7, refused: 1 })
  const moved = await change({ filter: {}, change: { siteId: 'south' }, validateOnly: true })
  expect(moved.json).toMatchObject({ changed: 0, refused: 8 })
  expect((await things()).filter(({ status }) => status === 'Retired')).toHaveLength(1)
})

test('things of another organization are not there, nor are its sites', async () => {
  const { change } = await newFleet()
  const other = await newFleet()
  await other.act('sites.create', { body: { id: 'theirs', name: 'Theirs', timezone: 'UTC' } })
  await other.act('things.create', {
    body: { id: 'their-lorry', name: 'Theirs', thingTypeId: 'lorry' },
  })
  const { json } = await change({ things: [{ id: 'their-lorry' }], change: { status: 'Retired' } })
  expect(outcomes(json)).toEqual(['refused'])
  const refused = await change({ filter: {}, change: { siteId: 'theirs' } })
  expect(refused.status).toBe(400)
  expect(refused.json).toMatchObject({ errors: [{ pointer: '/body/change/siteId' }] })
  const thing = await other.act('things.get', { params: { thingId: 'their-lorry' }, query: {} })
  expect(thing.status).toBe('Active')
})

test('a filter goes on after the last thing, and a thing that no longer matches is not skipped', async () => {
  const { act, change } = await newFleet()
  const more = Array.from({ length: 1000 }, (_, i) => ({
    ...{ id: `van-${String(i).padStart(4, '0')}`, name: 'Van', thingTypeId: 'lorry' },
  }))
  await act('things.batch', { body: { things: more } })
  const wish = { filter: { status: 'Active' }, change: { status: 'Retired' } }
  const first = await change(wish)
  expect(first.json).toMatchObject({ changed: 1000, nextAfter: 'van-0989' })
  const { nextAfter: after } = first.json as { nextAfter: string }
  expect((await change({ ...wish, after })).json).toMatchObject({ changed: 10, nextAfter: null })
  const { statuses } = await act('things.count', { query: {} })
  expect(statuses).toEqual({ Active: 0, Inactive: 0, Retired: 1010 })
})

test('two concurrent changes of the same things lose nothing: one is asked to retry', async () => {
  const { change, things } = await newFleet()
  const before = await things()
  const wish = (name: string) => change({ filter: {}, change: { labels: { [name]: 'yes' } } })
  const answers = await Promise.all(['a', 'b', 'c'].map(wish))
  const done = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  for (const [i, { labels, etag }] of (await things()).entries()) {
    expect(Object.keys(labels)).toHaveLength(done)
    expect(Number(etag)).toBe(Number(before[i]?.etag) + done)
  }
})

test('attributes that do not fit the type refuse the thing alone', async () => {
  const { act, change } = await newFleet()
  const attributesSchema = { type: 'object', required: ['plate'] }
  await act('thingTypes.create', {
    body: { id: 'van', name: 'Van', metrics: [], attributesSchema },
  })
  await act('things.update', {
    params: { thingId: 'lorry-3' },
    body: { attributes: { plate: 'AB 1' } },
  })
  const { json } = await change({ filter: {}, change: { thingTypeId: 'van' } })
  expect(json).toMatchObject({ changed: 1, refused: 9 })
})

test.each([
  ['neither things nor filter', { change: { status: 'Retired' } }],
  ['both', { things: [{ id: 'a' }], filter: {}, change: { status: 'Retired' } }],
  ['no change', { filter: {}, change: {} }],
  ['a fleet that is added and removed', { filter: {}, change: both('north') }],
  ['a thing twice', { things: [{ id: 'a' }, { id: 'a' }], change: { status: 'Retired' } }],
  ['after without a filter', { things: [{ id: 'a' }], after: 'a', change: { status: 'Retired' } }],
  ['a name', { filter: {}, change: { name: 'All alike' } }],
  ['too many', { things: many(1001), change: { status: 'Retired' } }],
])('%s is refused', async (_, body) => {
  const { change } = await newFleet()
  expect((await change(body)).status).toBe(400)
})

function both(id: string) {
  return { addFleetIds: [id], removeFleetIds: [id] }
}

function many(count: number) {
  return Array.from({ length: count }, (_, i) => ({ id: `t-${i}` }))
}
