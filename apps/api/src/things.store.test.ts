import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, send } from './testing/send.ts'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant, type Tenant } from './testing/tenant.ts'

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

type Answer = Awaited<ReturnType<typeof send>>
const statusAndCode = (answer: Answer) => [answer.status, codeOf(answer)]
const scope = (action: Scope['action'], resourceFilter: string): Scope => ({
  action,
  resourceFilter,
})
const keyWith = async (...scopes: Scope[]) => (await tenant.mint({ scopes })).key

const create = (body: object, key = admin) =>
  send(api.url, 'things.create', { body: { name: 'x', thingTypeId: 'truck', ...body } }, key)
const update = (body: object, key = admin, headers = {}) =>
  send(api.url, 'things.update', { params: { thingId: 'truck-1' }, body }, key, headers)
const get = (thingId = 'truck-1', key = admin) =>
  send(api.url, 'things.get', { params: { thingId } }, key)
const list = (query: Record<string, string>, key = admin) =>
  send(api.url, 'things.list', { query }, key)
const idsOf = ({ json }: Answer): string[] => json.items.map(({ id }: { id: string }) => id)

describe('a new thing', () => {
  test('has what was said, and defaults for the rest', async () => {
    const { status, json } = await create({ id: 'SN_1.a~b-c', name: ' Truck ', siteId: 'yard' })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: 'SN_1.a~b-c',
      name: 'Truck',
      description: '',
      labels: {},
      thingTypeId: 'truck',
      siteId: 'yard',
      fleetIds: [],
      status: 'Active',
      location: null,
      attributes: {},
      lastSeenAt: null,
      createdAt: api.clock().toISOString(),
      updatedAt: json.updatedAt,
      etag: '1',
    })
    expect((await get('SN_1.a~b-c')).json).toEqual(json)
  })

  test('has an id made for it when none is chosen', async () => {
    const { json } = await create({})
    expect(json.id).toMatch(/^[0-9A-Za-z]{16}$/)
  })

  test('under an id that is taken is a conflict, and one of another organization is not', async () => {
    expect(statusAndCode(await create({ id: 'truck-1' }))).toEqual([409, 'conflict'])
    const stranger = await newTenant(api.core)
    expect((await get('truck-1', (await stranger.mint()).key)).status).toBe(200)
  })

  test('must refer to what there is, every fault told at once', async () => {
    const { status, json } = await create({ thingTypeId: 'nope', siteId: 'nowhere' })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      { pointer: '/body/thingTypeId', detail: 'names no thing type' },
      { pointer: '/body/siteId', detail: 'names no site' },
    ])
  })

  test('in a site needs write on the site: membership grants access', async () => {
    const things = scope('write', 'THING/#/#')
    const alone = await keyWith(things)
    expect((await create({ id: 'a' }, alone)).status).toBe(201)
    const refused = await create({ id: 'b', siteId: 'yard' }, alone)
    expect(statusAndCode(refused)).toEqual([403, 'scope-missing'])
    expect(refused.json.detail).toContain('"resourceFilter": "PLACE/Site/yard"')
    const both = await keyWith(things, scope('write', 'PLACE/Site/yard'))
    expect((await create({ id: 'b', siteId: 'yard' }, both)).status).toBe(201)
  })

  test('may be made by a key that reaches it only through its site', async () => {
    const bySite = scope('write', 'PLACE/Site/yard/THING/#/#')
    const key = await keyWith(bySite, scope('write', 'PLACE/Site/yard'))
    expect((await create({ siteId: 'yard' }, key)).status).toBe(201)
    expect(statusAndCode(await create({}, key))).toEqual([403, 'scope-missing'])
  })
})

describe('attributes', () => {
  beforeEach(async () => {
    const attributesSchema = {
      type: 'object',
      properties: { axles: { type: 'integer', minimum: 2 }, vin: { type: 'string' } },
      required: ['vin'],
      additionalProperties: false,
    }
    await tenant.act('thingTypes.create', {
      body: { id: 'lorry', name: 'Lorry', attributesSchema },
    })
  })

  test('must fit the type’s schema, every fault told with its place', async () => {
    const attributes = { axles: 1, 'a/b': true }
    const { status, json } = await create({ thingTypeId: 'lorry', attributes })
    expect(status).toBe(400)
    expect(json.errors).toEqual(
      expect.arrayContaining([
        { pointer: '/body/attributes', detail: expect.stringContaining("'vin'") },
        { pointer: '/body/attributes', detail: expect.stringContaining('additional properties') },
        { pointer: '/body/attributes/axles', detail: 'must be >= 2' },
      ]),
    )
    expect(json.errors).toHaveLength(3)
  })

  test('are checked as they would be after a patch', async () => {
    await create({ id: 'l', thingTypeId: 'lorry', attributes: { vin: 'v', axles: 3 } })
    const patch = (attributes: object) =>
      send(api.url, 'things.update', { params: { thingId: 'l' }, body: { attributes } }, admin)
    expect((await patch({ axles: null })).json.attributes).toEqual({ vin: 'v' })
    expect((await patch({ axles: 4 })).json.attributes).toEqual({ vin: 'v', axles: 4 })
    expect((await patch({ vin: null })).status).toBe(400)
    expect((await patch({ axles: 'many' })).json.errors[0].pointer).toBe('/body/attributes/axles')
  })

  test('are checked again when the type changes', async () => {
    const answer = await update({ thingTypeId: 'lorry' })
    expect(answer.json.errors).toEqual([
      { pointer: '/body/attributes', detail: expect.stringContaining("'vin'") },
    ])
    expect((await update({ thingTypeId: 'lorry', attributes: { vin: 'v' } })).status).toBe(200)
  })

  test.each([
    ['no JSON Schema', { type: 'nonsense' }],
    ['one that is elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['an asynchronous one', { $async: true, required: ['vin'] }],
    ['a pattern that is none', { properties: { vin: { pattern: '(' } } }],
  ])('by %s are refused with the type', async (_, attributesSchema) => {
    const call = { body: { name: 'x', attributesSchema } }
    const answer = await send(api.url, 'thingTypes.create', call, admin)
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([
      400,
      '/body/attributesSchema',
    ])
  })
})

describe('a patch', () => {
  test('merges labels and attributes; null removes', async () => {
    await update({
      labels: { line: 'north', 'example.com/x': '1' },
      attributes: { a: { b: 1, c: 2 } },
    })
    const { json } = await update({
      labels: { line: null, crew: 'red' },
      attributes: { a: { b: null, d: [1] }, e: 'f' },
      description: 'moved',
    })
    expect(json).toMatchObject({
      name: 'Truck 1',
      description: 'moved',
      labels: { 'example.com/x': '1', crew: 'red' },
      attributes: { a: { c: 2, d: [1] }, e: 'f' },
      etag: '3',
    })
    expect(json.labels).not.toHaveProperty('line')
  })

  test.each([
    [{ labels: { 'no spaces': 'x' } }, '/body/labels/no spaces'],
    [{ labels: { line: 'x'.repeat(257) } }, '/body/labels/line'],
    [{ labels: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, ''])) }, '/body/labels'],
    [{ status: 'Gone' }, '/body/status'],
    [{ name: null }, '/body/name'],
    [{ id: 'other' }, '/body/id'],
    [{ fleetIds: ['a', 'a'] }, '/body/fleetIds'],
    [{ lastSeenAt: null }, '/body/lastSeenAt'],
  ])('that breaks a rule of new things is refused: %#', async (body, pointer) => {
    const answer = await update(body)
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([400, pointer])
  })

  test('cannot add up to more labels than a thing may have', async () => {
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`l${from + i}`, '']))
    expect((await update({ labels: many(0) })).status).toBe(200)
    const answer = await update({ labels: many(40) })
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([400, '/body/labels'])
  })

  test('into a site needs write on the site, and out of one on what it becomes', async () => {
    await tenant.act('sites.create', { body: { id: 'depot', name: 'Depot' } })
    const things = scope('write', 'THING/#/#')
    const refused = await update({ siteId: 'depot' }, await keyWith(things))
    expect(statusAndCode(refused)).toEqual([403, 'scope-missing'])
    expect(refused.json.detail).toContain('"resourceFilter": "PLACE/Site/depot"')
    const both = await keyWith(things, scope('write', 'PLACE/Site/depot'))
    expect((await update({ siteId: 'depot' }, both)).json.siteId).toBe('depot')

    const ofSite = await keyWith(scope('*', 'PLACE/Site/depot/THING/#/#'))
    expect((await update({ name: 'y' }, ofSite)).status).toBe(200)
    expect(statusAndCode(await update({ siteId: null }, ofSite))).toEqual([403, 'scope-missing'])
    expect((await update({ siteId: null })).json.siteId).toBeNull()
    expect(statusAndCode(await get('truck-1', ofSite))).toEqual([404, 'not-found'])
  })

  test('with an etag that has passed changes nothing', async () => {
    expect((await update({ name: 'a' }, admin, { 'If-Match': '"1"' })).status).toBe(200)
    const late = await update({ name: 'b' }, admin, { 'If-Match': '"1"' })
    expect(statusAndCode(late)).toEqual([412, 'precondition-failed'])
    const gone = await send(api.url, 'things.delete', { params: { thingId: 'truck-1' } }, admin, {
      'If-Match': 'W/"2"',
    })
    expect(statusAndCode(gone)).toEqual([412, 'precondition-failed'])
    expect((await get()).json).toMatchObject({ name: 'a', etag: '2' })
  })

  test('beside another of the same moment loses nothing: one of them is told to retry', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `l${i}`)
    const answers = await Promise.all(names.map((name) => update({ labels: { [name]: 'x' } })))
    const won = names.filter((_, i) => answers[i]?.status === 200)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(Object.keys((await get()).json.labels).sort()).toEqual(won)
  })
})

describe('a deletion', () => {
  test('is for good, and a thing made anew under the id starts empty', async () => {
    const params = { thingId: 'truck-1' }
    const frame = { timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4.5 } }
    const sent = await send(api.url, 'telemetry.ingest', { params, body: frame }, admin)
    expect(sent.status, sent.text).toBe(200)
    expect((await send(api.url, 'things.delete', { params }, admin)).status).toBe(204)
    expect(statusAndCode(await get())).toEqual([404, 'not-found'])
    const again = await send(api.url, 'things.delete', { params }, admin)
    expect(statusAndCode(again)).toEqual([404, 'not-found'])
    expect((await create({ id: 'truck-1' })).status).toBe(201)
    const { json } = await send(api.url, 'telemetry.recent', { params }, admin)
    expect(json.metrics).toEqual({})
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await tenant.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
    await tenant.act('sites.create', { body: { id: 'depot', name: 'Depot' } })
    const places = [null, 'yard', 'depot']
    for (let i = 0; i < 9; i += 1) {
      await tenant.act('things.create', {
        body: {
          id: `t-${i}`,
          name: i === 7 ? '100% Electric' : `Thing_${i}`,
          thingTypeId: i % 2 ? 'van' : 'truck',
          siteId: places[i % 3] ?? null,
          status: i === 8 ? 'Retired' : 'Active',
        },
      })
    }
  })

  /** Ids of every page. */
  async function all(query: Record<string, string>, key = admin) {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const answer: Answer = await list({ ...query, ...(cursor !== null && { cursor }) }, key)
      ids.push(...idsOf(answer))
      cursor = answer.json.nextCursor
    } while (cursor !== null)
    return ids
  }

  test.each([
    ['everything', '#', (_: number) => true],
    ['one type', 'THING/van/#', (i: number) => i % 2 === 1],
    ['one site', 'PLACE/Site/depot/THING/#/#', (i: number) => i % 3 === 2],
    ['one type in one site', 'PLACE/Site/depot/THING/van/#', (i: number) => i % 6 === 5],
    ['whatever stands in a site', 'PLACE/Site/#/THING/#/#', (i: number) => i % 3 !== 0],
    ['one thing', 'THING/#/t-4', (i: number) => i === 4],
  ])('for a key of %s has that alone, page by page', async (_, filter, belongs) => {
    const key = await keyWith(scope('read', filter))
    const expected = Array.from({ length: 9 }, (_, i) => i).filter(belongs)
    const found = await all({ limit: '2' }, key)
    const made = found.filter((id) => id.startsWith('t-'))
    expect(made).toEqual(expected.map((i) => `t-${i}`))
    for (const id of found) expect((await get(id, key)).status).toBe(200)
  })

  test('for a key of several scopes is their union', async () => {
    const key = await keyWith(scope('read', 'THING/#/#'), scope('read', 'THING/van/t-1'))
    expect(await all({ limit: '3' }, key)).toHaveLength(10)
    const two = await keyWith(scope('*', 'THING/van/t-1'), scope('read', 'THING/truck/t-2'))
    expect(await all({ limit: '1' }, two)).toEqual(['t-1', 't-2'])
  })

  test('is refused only to a key that could read no thing', async () => {
    const none = await keyWith(scope('read', 'THING/truck/nobody'))
    expect((await list({}, none)).json).toEqual({ items: [], nextCursor: null })
    const writer = await keyWith(scope('write', '#'), scope('read', 'KEY/#'))
    expect(statusAndCode(await list({}, writer))).toEqual([403, 'scope-missing'])
  })

  test.each([
    [{ thingTypeId: 'van', siteId: 'depot' }, ['t-5']],
    [{ status: 'Retired' }, ['t-8']],
    [{ thingTypeId: 'nope' }, []],
    [{ text: 'T-3' }, ['t-3']],
    [{ text: 'electric' }, ['t-7']],
    [{ text: '100%' }, ['t-7']],
    [{ text: '%' }, ['t-7']],
    [{ text: 'thing_4' }, ['t-4']],
    [{ text: 'T_' }, []],
    [{ text: '\\' }, []],
    [{ text: "'; --" }, []],
  ])('filters by %j', async (query, ids) => {
    expect(idsOf(await list(query as Record<string, string>))).toEqual(ids)
  })

  test('answers the fields asked for, and names the unknown', async () => {
    const { json } = await list({ fields: 'id,labels', limit: '1' })
    expect(json.items).toEqual([{ id: 't-0', labels: {} }])
    expect(json.nextCursor).toEqual(expect.any(String))
    const refused = await list({ fields: 'id,nope,constructor' })
    expect(refused.json.errors).toEqual([
      { pointer: '/query/fields', detail: '"nope" is not a field' },
      { pointer: '/query/fields', detail: '"constructor" is not a field' },
    ])
  })

  test('goes on where it stopped though things come and go', async () => {
    const first = await list({ limit: '3' })
    await send(api.url, 'things.delete', { params: { thingId: 't-2' } }, admin)
    await tenant.act('things.create', { body: { id: 't-2a', name: 'x', thingTypeId: 'van' } })
    const second = await list({ limit: '3', cursor: first.json.nextCursor })
    expect([...idsOf(first), ...idsOf(second)]).toEqual([
      ...['t-0', 't-1', 't-2'],
      ...['t-2a', 't-3', 't-4'],
    ])
  })
})

describe('ids that need care', () => {
  test.each(['...', '~', '_', '-', '%', 'a/b', '../truck-1', 'truck-1/', 'ö', ' ', '\0', "'", '"'])(
    '%j is a thing or none, never a fault',
    async (id) => {
      const made = await create({ id })
      const valid = /^[A-Za-z0-9._~-]+$/.test(id)
      expect(made.status).toBe(valid ? 201 : 400)
      const answer = await get(id)
      expect(answer.status).toBe(valid ? 200 : id === '\0' ? 400 : 404)
    },
  )

  test.each(['.', '..'])('%j cannot be one: a URL takes it for a step', async (id) => {
    expect((await create({ id })).status).toBe(400)
  })

  test('case tells two things apart', async () => {
    await create({ id: 'Case' })
    await create({ id: 'case', name: 'other' })
    expect((await get('Case')).json.name).toBe('x')
    expect((await get('case')).json.name).toBe('other')
  })
})
