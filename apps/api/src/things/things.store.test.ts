import { beforeEach, describe, expect, test } from 'vitest'
import { send } from '../testing/send.ts'
import { newTenant } from '../testing/tenant.ts'
import { scope, thingCalls } from '../testing/thing-calls.ts'
import { statusAndCode, useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { create, get, keyWith, update } = thingCalls(at)

describe('a new thing', () => {
  test('has the given values, and defaults for the rest', async () => {
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
      freshness: 'never',
      createdAt: at.api.clock().toISOString(),
      updatedAt: json.updatedAt,
      etag: expect.stringMatching(/^\d+$/),
    })
    expect((await get('SN_1.a~b-c')).json).toEqual(json)
  })

  test('gets a generated id if none is given', async () => {
    const { json } = await create({})
    expect(json.id).toMatch(/^[0-9A-Za-z]{16}$/)
  })

  test('conflicts with an existing id of its own organization only', async () => {
    expect(statusAndCode(await create({ id: 'truck-1' }))).toEqual([409, 'conflict'])
    const stranger = await newTenant(at.api.core)
    expect((await get('truck-1', (await stranger.mint()).key)).status).toBe(200)
  })

  test('is rejected with every reference to a missing resource', async () => {
    const { status, json } = await create({ thingTypeId: 'nope', siteId: 'nowhere' })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      { pointer: '/body/thingTypeId', detail: 'is not the id of a thing type' },
      { pointer: '/body/siteId', detail: 'is not the id of a site' },
    ])
  })

  test('in a site needs write on the site, because membership grants access', async () => {
    const things = scope('write', 'THING/#/#')
    const alone = await keyWith(things)
    expect((await create({ id: 'a' }, alone)).status).toBe(201)
    const refused = await create({ id: 'b', siteId: 'yard' }, alone)
    expect(statusAndCode(refused)).toEqual([403, 'scope-missing'])
    expect(refused.json.detail).toContain('"resourceFilter": "PLACE/Site/yard"')
    const both = await keyWith(things, scope('write', 'PLACE/Site/yard'))
    expect((await create({ id: 'b', siteId: 'yard' }, both)).status).toBe(201)
  })

  test('may be created by a key with scopes on its site only', async () => {
    const bySite = scope('write', 'PLACE/Site/yard/THING/#/#')
    const key = await keyWith(bySite, scope('write', 'PLACE/Site/yard'))
    expect((await create({ siteId: 'yard' }, key)).status).toBe(201)
    expect(statusAndCode(await create({}, key))).toEqual([403, 'scope-missing'])
  })
})

describe('the attributes of a thing', () => {
  beforeEach(async () => {
    const attributesSchema = {
      type: 'object',
      properties: { axles: { type: 'integer', minimum: 2 }, vin: { type: 'string' } },
      required: ['vin'],
      additionalProperties: false,
    }
    await at.tenant.act('thingTypes.create', {
      body: { id: 'lorry', name: 'Lorry', attributesSchema },
    })
  })

  test('must match the schema of the type, and every fault has a pointer', async () => {
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

  test('are validated as merged by a patch', async () => {
    await create({ id: 'l', thingTypeId: 'lorry', attributes: { vin: 'v', axles: 3 } })
    const patch = (attributes: object) =>
      send(
        at.api.url,
        'things.update',
        { params: { thingId: 'l' }, body: { attributes } },
        at.admin,
      )
    expect((await patch({ axles: null })).json.attributes).toEqual({ vin: 'v' })
    expect((await patch({ axles: 4 })).json.attributes).toEqual({ vin: 'v', axles: 4 })
    expect((await patch({ vin: null })).status).toBe(400)
    expect((await patch({ axles: 'many' })).json.errors[0].pointer).toBe('/body/attributes/axles')
  })

  test('are validated again when the type changes', async () => {
    const answer = await update({ thingTypeId: 'lorry' })
    expect(answer.json.errors).toEqual([
      { pointer: '/body/attributes', detail: expect.stringContaining("'vin'") },
    ])
    expect((await update({ thingTypeId: 'lorry', attributes: { vin: 'v' } })).status).toBe(200)
  })

  test.each([
    ['an invalid JSON Schema', { type: 'nonsense' }],
    ['a remote schema', { $ref: 'https://example.com/schema.json' }],
    ['an asynchronous schema', { $async: true, required: ['vin'] }],
    ['an invalid pattern', { properties: { vin: { pattern: '(' } } }],
  ])('cannot be defined by %s', async (_, attributesSchema) => {
    const call = { body: { name: 'x', attributesSchema } }
    const answer = await send(at.api.url, 'thingTypes.create', call, at.admin)
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([
      400,
      '/body/attributesSchema',
    ])
  })
})

describe('a patch of a thing', () => {
  test('merges labels and attributes, and null removes them', async () => {
    const before = await update({
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
      etag: String(Number(before.json.etag) + 1),
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
  ])('that breaks a rule of new things is rejected (%#)', async (body, pointer) => {
    const answer = await update(body)
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([400, pointer])
  })

  test('cannot exceed the maximum of labels together with existing ones', async () => {
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`l${from + i}`, '']))
    expect((await update({ labels: many(0) })).status).toBe(200)
    const answer = await update({ labels: many(40) })
    expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([400, '/body/labels'])
  })

  test('into a site needs write on it, and out of a site on the resulting thing', async () => {
    await at.tenant.act('sites.create', { body: { id: 'depot', name: 'Depot' } })
    const things = scope('write', 'THING/#/#')
    const refused = await update({ siteId: 'depot' }, await keyWith(things))
    expect(statusAndCode(refused)).toEqual([403, 'scope-missing'])
    expect(refused.json.detail).toContain('"resourceFilter": "PLACE/Site/depot"')
    const both = await keyWith(
      ...[things, scope('read', 'THING/#/#'), scope('write', 'PLACE/Site/depot')],
    )
    expect((await update({ siteId: 'depot' }, both)).json.siteId).toBe('depot')

    const ofSite = await keyWith(scope('*', 'PLACE/Site/depot/THING/#/#'))
    expect((await update({ name: 'y' }, ofSite)).status).toBe(200)
    expect(statusAndCode(await update({ siteId: null }, ofSite))).toEqual([403, 'scope-missing'])
    expect((await update({ siteId: null })).json.siteId).toBeNull()
    expect(statusAndCode(await get('truck-1', ofSite))).toEqual([404, 'not-found'])
  })

  test('with a stale etag changes nothing', async () => {
    const { etag } = (await get()).json
    const read = { 'If-Match': `"${etag}"` }
    const first = await update({ name: 'a' }, at.admin, read)
    expect(first.status).toBe(200)
    const late = await update({ name: 'b' }, at.admin, read)
    expect(statusAndCode(late)).toEqual([412, 'precondition-failed'])
    const gone = await send(
      at.api.url,
      'things.delete',
      { params: { thingId: 'truck-1' } },
      at.admin,
      {
        'If-Match': `W/"${etag}"`,
      },
    )
    expect(statusAndCode(gone)).toEqual([412, 'precondition-failed'])
    expect((await get()).json).toEqual(first.json)
  })

  test('concurrent with others is applied or rejected as a conflict, and none is lost', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `l${i}`)
    const answers = await Promise.all(names.map((name) => update({ labels: { [name]: 'x' } })))
    const won = names.filter((_, i) => answers[i]?.status === 200)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(Object.keys((await get()).json.labels).sort()).toEqual(won)
  })
})

describe('a deleted thing', () => {
  test('stays deleted, and a new one with its id has no samples', async () => {
    const params = { thingId: 'truck-1' }
    const frame = { timestamp: '2026-06-01T11:00:00Z', values: { temperature: 4.5 } }
    const sent = await send(at.api.url, 'telemetry.ingest', { params, body: frame }, at.admin)
    expect(sent.status, sent.text).toBe(200)
    expect((await send(at.api.url, 'things.delete', { params }, at.admin)).status).toBe(204)
    expect(statusAndCode(await get())).toEqual([404, 'not-found'])
    const again = await send(at.api.url, 'things.delete', { params }, at.admin)
    expect(statusAndCode(again)).toEqual([404, 'not-found'])
    expect((await create({ id: 'truck-1' })).status).toBe(201)
    const { json } = await send(at.api.url, 'telemetry.recent', { params }, at.admin)
    expect(json.metrics).toEqual({})
  })
})
