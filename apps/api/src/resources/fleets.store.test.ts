import type { Scope } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const params = { fleetId: 'north' }
const keyWith = async (...scopes: Scope[]) => (await at.tenant.mint({ scopes })).key
const scope = (action: Scope['action'], resourceFilter: string) => ({ action, resourceFilter })
const change = (body: object, key = at.admin, headers = {}) =>
  send(api.url, 'fleets.changeMembers', { params, body }, key, headers)
const thing = async () =>
  (await send(api.url, 'things.get', { params: { thingId: 'truck-1' } }, at.admin)).json
const patchThing = (body: object, key = at.admin) =>
  send(api.url, 'things.update', { params: { thingId: 'truck-1' }, body }, key)
const listed = async (query: Record<string, string>, key = at.admin) =>
  (await send(api.url, 'things.list', { query }, key)).json.items.map((t: { id: string }) => t.id)

const plus = (etag: string, changes: number) => String(Number(etag) + changes)

describe('a change of fleet members', () => {
  test('adds and removes things, and shows in count, list and thing', async () => {
    const before = await thing()
    const joined = await change({ add: ['truck-1'] })
    expect(joined.json).toMatchObject({ id: 'north', thingCount: 1 })
    expect(await thing()).toMatchObject({ fleetIds: ['north'], etag: plus(before.etag, 1) })
    expect(await listed({ fleetId: 'north' })).toEqual(['truck-1'])
    expect((await change({ remove: ['truck-1'] })).json).toMatchObject({ thingCount: 0 })
    expect(await thing()).toMatchObject({ fleetIds: [], etag: plus(before.etag, 2) })
    expect(await listed({ fleetId: 'north' })).toEqual([])
  })

  test('that adds an existing member changes nothing', async () => {
    const joined = await change({ add: ['truck-1'] })
    const before = await thing()
    expect((await change({ add: ['truck-1'] })).json).toEqual(joined.json)
    expect(await thing()).toEqual(before)
  })

  test('with an invalid id changes nothing and reports every fault', async () => {
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
  ])('with repeated or too many ids is rejected (%#)', async (body, pointer) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer }))
  })

  test('puts a thing into a hundred fleets and no more, from whichever side and at once', async () => {
    const ids = Array.from({ length: 101 }, (_, i) => `fleet-${i}`)
    for (const id of ids) await at.tenant.act('fleets.create', { body: { id, name: id } })
    const [last = '', before = '', ...others] = ids.toReversed()
    await patchThing({ fleetIds: others })
    const joins = (fleetId: string) =>
      send(
        api.url,
        'fleets.changeMembers',
        { params: { fleetId }, body: { add: ['truck-1'] } },
        at.admin,
      )
    const answers = await Promise.all([joins(before), joins(last)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The other one may have been a conflict, which a retry resolves.
    const repeated = [await joins(before), await joins(last)]
    expect(repeated.map(({ status }) => status).sort()).toEqual([200, 400])
    const refused = repeated.find(({ status }) => status === 400)
    expect(refused?.json.errors).toEqual([
      {
        pointer: '/body/add/0',
        detail: 'is in 100 fleets already, and may be in no more; remove it from one first',
      },
    ])
    expect((await thing()).fleetIds).toHaveLength(100)
    const body = { things: [{ id: 'truck-1' }], change: { addFleetIds: [before, last] } }
    const { json } = await send(api.url, 'things.change', { body }, at.admin)
    expect(json).toMatchObject({
      refused: 1,
      items: [{ detail: 'fleetIds must be at most 100 fleets' }],
    })
  })

  test('with a stale etag is rejected', async () => {
    const answer = await change({ add: ['truck-1'] }, at.admin, { 'If-Match': '"7"' })
    expect(answer.status).toBe(412)
  })
})

describe('a thing in fleets', () => {
  test('is created in its fleets, and a patch moves it', async () => {
    await at.tenant.act('fleets.create', { body: { id: 'south', name: 'South' } })
    const body = { id: 't2', name: 'T2', thingTypeId: 'truck', fleetIds: ['north', 'south'] }
    const made = await send(api.url, 'things.create', { body }, at.admin)
    expect(made.json.fleetIds).toEqual(['north', 'south'])
    expect((await patchThing({ fleetIds: ['south'] })).json.fleetIds).toEqual(['south'])
    expect((await patchThing({ name: 'New' })).json.fleetIds).toEqual(['south'])
    expect((await patchThing({ fleetIds: [] })).json.fleetIds).toEqual([])
  })

  test('cannot join an unknown fleet', async () => {
    const answer = await patchThing({ fleetIds: ['north', 'nowhere'] })
    expect(answer.json.errors).toEqual([
      { pointer: '/body/fleetIds/1', detail: 'is not the id of a fleet' },
    ])
  })

  test('leaves its fleets when it is deleted', async () => {
    await change({ add: ['truck-1'] })
    await at.tenant.act('things.delete', { params: { thingId: 'truck-1' } })
    const { json } = await send(api.url, 'fleets.get', { params }, at.admin)
    expect(json.thingCount).toBe(0)
  })
})

describe('scopes on a fleet', () => {
  test('cover its things while they are members', async () => {
    const key = await keyWith(scope('read', 'PLACE/Fleet/north/THING/#/#'))
    expect(await listed({}, key)).toEqual([])
    await change({ add: ['truck-1'] })
    expect(await listed({}, key)).toEqual(['truck-1'])
    await change({ remove: ['truck-1'] })
    expect(await listed({}, key)).toEqual([])
  })

  test('must allow write on fleet and thing to add a member', async () => {
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

test('a fleet in use cannot be deleted, and the error names only readable things', async () => {
  await change({ add: ['truck-1'] })
  const refused = await send(api.url, 'fleets.delete', { params }, at.admin)
  expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict'])
  expect(refused.json.detail).toContain('1 thing (truck-1)')
  const blind = await keyWith(scope('*', 'PLACE/Fleet/#'))
  const { json } = await send(api.url, 'fleets.delete', { params }, blind)
  expect(json.detail).not.toContain('truck-1')
})

test('things and fleets of another organization with the same ids are inaccessible', async () => {
  const other = await newTenant(api.core)
  const { key } = await other.mint()
  await change({ add: ['truck-1'] })
  expect(await listed({ fleetId: 'north' }, key)).toEqual([])
  const { json } = await send(api.url, 'fleets.get', { params }, key)
  expect(json.thingCount).toBe(0)
  await at.tenant.act('fleets.create', { body: { id: 'ours', name: 'Ours' } })
  expect(codeOf(await patchThing({ fleetIds: ['ours'] }, key))).toBe('invalid-request')
})

describe('a list', () => {
  test('is filtered by label, with or without a value', async () => {
    await patchThing({ labels: { 'example.com/line': 'a=b', spare: '' } })
    for (const label of ['example.com/line', 'example.com/line=a=b', 'spare', 'spare=']) {
      expect(await listed({ label })).toEqual(['truck-1'])
    }
    for (const label of ['line', 'example.com/line=a', 'spare=x']) {
      expect(await listed({ label })).toEqual([])
    }
  })

  test('is filtered by literal text, ignoring case', async () => {
    await at.tenant.act('fleets.create', { body: { id: 'a_b', name: '100%' } })
    const found = async (text: string) =>
      (await send(api.url, 'fleets.list', { query: { text } }, at.admin)).json.items.length
    expect([await found('A_B'), await found('0%'), await found('_'), await found('xx')]).toEqual([
      1, 1, 1, 0,
    ])
  })
})
