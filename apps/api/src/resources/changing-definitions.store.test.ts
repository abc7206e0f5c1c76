import { describe, expect, test } from 'vitest'
import { codeOf, send } from '../testing/send.ts'
import { useTenant } from '../testing/use-tenant.ts'

const at = useTenant()
const { api } = at

const site = { siteId: 'yard' }
const type = { thingTypeId: 'truck' }
const metric = { metricDefinitionId: 'air' }
const call = (name: Parameters<typeof send>[1], params: object, body?: object, headers = {}) =>
  send(api.url, name, { params: params as Record<string, string>, body }, at.admin, headers)
const binding = { key: 'temperature', metricDefinitionId: 'air', required: false }
const forget = () => at.tenant.act('things.delete', { params: { thingId: 'truck-1' } })

describe('a site', () => {
  test('is patched: null clears a field, and an absent field is kept', async () => {
    const location = { type: 'Point', coordinates: [10.7, 59.9] }
    const body = { location, address: 'Here 1', labels: { a: '1' } }
    const first = await call('sites.update', site, body)
    expect(first.json).toMatchObject({ ...body, name: 'Yard', timezone: 'Europe/Oslo' })
    const second = await call('sites.update', site, { location: null, labels: { a: null } })
    expect(second.json).toMatchObject({ location: null, labels: {}, address: 'Here 1' })
    expect(Number(second.json.etag)).toBe(Number(first.json.etag) + 1)
  })

  test.each([
    [{ timezone: 'Mars/Olympus' }, '/body/timezone'],
    [{ location: { type: 'Point', coordinates: [200, 0] } }, '/body/location/coordinates/0'],
    [{ id: 'other' }, '/body/id'],
  ])('rejects the patch %j', async (body, pointer) => {
    const { status, json } = await call('sites.update', site, body)
    expect([status, json.errors[0].pointer]).toEqual([400, pointer])
  })

  test('can be deleted only while it is empty', async () => {
    const refused = await call('sites.delete', site)
    expect(refused.status).toBe(409)
    expect(refused.json.detail).toContain('1 thing (truck-1)')
    await forget()
    expect((await call('sites.delete', site)).status).toBe(204)
    expect(codeOf(await call('sites.get', site))).toBe('not-found')
  })
})

test.each([
  ['sites.update', 'sites.get', site],
  ['thingTypes.update', 'thingTypes.get', type],
  ['metricDefinitions.update', 'metricDefinitions.get', metric],
] as const)(
  '%s is rejected unless If-Match names the current etag',
  async (name, reader, params) => {
    const { etag } = (await call(reader, params)).json
    const stale = await call(name, params, { name: 'New' }, { 'If-Match': `"${etag}9"` })
    expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition-failed'])
    const fresh = await call(name, params, { name: 'New' }, { 'If-Match': `"${etag}"` })
    expect(fresh.json).toMatchObject({ name: 'New', etag: String(Number(etag) + 1) })
  },
)

describe('a thing type with things', () => {
  test('can gain metrics but not lose any', async () => {
    const metrics = [{ ...binding, key: 'outside' }, binding]
    expect((await call('thingTypes.update', type, { metrics })).json.metrics).toEqual(metrics)
    const refused = await call('thingTypes.update', type, { metrics: [binding] })
    expect(refused.status).toBe(409)
    expect(refused.json.detail).toMatch(/1 thing \(truck-1\).*outside/)
    expect((await call('thingTypes.get', type)).json.metrics).toEqual(metrics)
  })

  test('cannot bind a metric to another definition', async () => {
    await at.tenant.act('metricDefinitions.create', {
      body: { id: 'oil', name: 'Oil', valueType: 'number' },
    })
    const metrics = [{ ...binding, metricDefinitionId: 'oil' }]
    expect((await call('thingTypes.update', type, { metrics })).status).toBe(409)
    await forget()
    expect((await call('thingTypes.update', type, { metrics })).json.metrics).toEqual(metrics)
  })

  test('rejects a schema that attributes of its things violate', async () => {
    const attributesSchema = { type: 'object', required: ['vin'] }
    expect((await call('thingTypes.update', type, { attributesSchema })).status).toBe(409)
    await call('things.update', { thingId: 'truck-1' }, { attributes: { vin: 'x' } })
    const { json } = await call('thingTypes.update', type, { attributesSchema })
    expect(json.attributesSchema).toEqual(attributesSchema)
  })

  test.each([
    [{ attributesSchema: { type: 'nonsense' } }, '/body/attributesSchema'],
    [{ metrics: [{ ...binding, metricDefinitionId: 'no' }] }, '/body/metrics/0/metricDefinitionId'],
    [{ metrics: [binding, binding] }, '/body/metrics/1/key'],
  ])('rejects the patch %j', async (body, pointer) => {
    const { status, json } = await call('thingTypes.update', type, body)
    expect([status, json.errors[0].pointer]).toEqual([400, pointer])
  })

  test('cannot be deleted until its things are', async () => {
    expect((await call('thingTypes.delete', type)).status).toBe(409)
    await forget()
    expect((await call('thingTypes.delete', type)).status).toBe(204)
  })
})

describe('a metric definition in use', () => {
  test.each([[{ valueType: 'integer' }], [{ unit: 'K' }], [{ unit: null }]])(
    'rejects a change of its meaning: %j',
    async (body) => {
      const refused = await call('metricDefinitions.update', metric, body)
      expect(refused.status).toBe(409)
      expect(refused.json.detail).toContain('1 thing type (truck)')
    },
  )

  test('can change its bounds, but not to contradictory ones', async () => {
    expect((await call('metricDefinitions.update', metric, { max: null })).json).toMatchObject({
      min: -90,
      max: null,
      unit: 'Cel',
    })
    const { status, json } = await call('metricDefinitions.update', metric, { max: -100 })
    expect([status, json.errors]).toEqual([
      400,
      [{ pointer: '/body/max', detail: 'must not be below min' }],
    ])
  })

  test('cannot be deleted until no type uses it', async () => {
    expect((await call('metricDefinitions.delete', metric)).status).toBe(409)
    await forget()
    await call('thingTypes.update', type, { metrics: [] })
    expect((await call('metricDefinitions.delete', metric)).status).toBe(204)
  })
})

test.each([
  ['sites.list', 'yard'],
  ['thingTypes.list', 'truck'],
  ['metricDefinitions.list', 'air'],
] as const)('%s is searched by text', async (name, id) => {
  const found = async (text: string) =>
    (await send(api.url, name, { query: { text } }, at.admin)).json.items.map(
      (i: { id: string }) => i.id,
    )
  expect(await found(id.toUpperCase())).toEqual([id])
  expect(await found('%')).toEqual([])
})
