import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'
import { depot, newTemplate, thingsOf } from './testing/depot.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

const setUp = (draft?: Parameters<typeof newTemplate>[1]) => newTemplate(core, draft)

describe('authorization of a template’s application', () => {
  const template: Scope = { action: 'write', resourceFilter: 'DEFINITION/Template/depot' }
  const rest: Scope[] = ['DEFINITION/Metric/#', 'DEFINITION/ThingType/#', 'PLACE/Site/#'].map(
    (resourceFilter) => ({ action: 'write', resourceFilter }),
  )

  test('needs a scope for every resource and lists every missing one', async () => {
    const tenant = await setUp()
    const refused = tenant.apply({}, template, ...rest)
    await expect(refused).rejects.toMatchObject({
      code: 'scope-missing',
      errors: [
        ...Array(3).fill(expect.objectContaining({ detail: expect.stringContaining('THING/') })),
        expect.objectContaining({ detail: expect.stringContaining('PLACE/Fleet/all') }),
      ],
    })
    expect(await thingsOf(tenant)).toEqual([])
    const enough: Scope[] = ['THING/truck/#', 'PLACE/Fleet/all'].map((resourceFilter) => ({
      ...{ action: 'write', resourceFilter },
    }))
    expect((await tenant.apply({}, template, ...rest, ...enough)).summary.create).toBe(7)
  })

  test('treats a thing hidden from the caller as a conflict without changes', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const taken = { id: 'oslo-04', name: 'Secret', thingTypeId: 'van' }
    await tenant.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
    await tenant.act('things.create', { body: taken })
    const filters = ['THING/truck/#', 'PLACE/Fleet/all']
    const written: Scope[] = [
      ...[...rest, template],
      ...filters.map((resourceFilter) => ({ action: 'write', resourceFilter }) as const),
    ]
    const scopes = written.flatMap((scope): Scope[] => [scope, { ...scope, action: 'read' }])
    const body = { parameters: { trucks: 4 } }
    const plan = await tenant.apply({ ...body, validateOnly: true }, ...scopes)
    expect(plan.resources[3]).toEqual({
      ...{ kind: 'thing', id: 'oslo-04', action: 'conflict', changes: [] },
      detail: 'This id is taken.',
    })
    await expect(tenant.apply(body, ...scopes)).rejects.toMatchObject({ code: 'conflict' })
    expect(await thingsOf(tenant)).toHaveLength(4)
  })
})

describe('validation of a template’s application', () => {
  test('reports every fault at the input that caused it', async () => {
    const tenant = await setUp()
    const wrong = { depot: 'no spaces', timezone: 'Nowhere', trucks: 1 }
    await expect(tenant.apply({ parameters: wrong })).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [
        { pointer: '/template/resources/0/id', detail: expect.stringContaining('no spaces-01') },
        { pointer: '/template/resources/0/properties/siteId' },
        { pointer: '/body/parameters/depot', detail: expect.stringContaining('must be 1 to 64') },
        { pointer: '/body/parameters/timezone', detail: expect.stringContaining('IANA') },
      ],
    })
    const values = { parameters: { trucks: -1, vans: 2 } }
    await expect(tenant.apply(values)).rejects.toMatchObject({
      errors: [{ pointer: '/body/parameters/vans' }, { pointer: '/body/parameters/trucks' }],
    })
  })

  test('checks attributes against a type created in the same plan', async () => {
    const tenant = await setUp()
    await expect(tenant.apply({ parameters: { trucks: 51 } })).rejects.toMatchObject({
      errors: [
        {
          pointer: '/template/resources/0/properties/attributes/number',
          detail: 'must be <= 50 (thing "oslo-51")',
        },
      ],
    })
    expect((await tenant.apply({ validateOnly: true })).summary.create).toBe(7)
  })

  test('rejects references to missing resources, and duplicate ids', async () => {
    const tenant = await setUp({
      parameters: [{ name: 'stations', type: 'array' }],
      resources: [
        {
          ...{ kind: 'thing', id: '{{item.id}}', each: 'stations' },
          properties: { name: '{{item.id}}', thingTypeId: 'none', siteId: '{{item.site}}' },
        },
      ],
    })
    const stations = [{ id: 'a', site: 'gone' }, { id: 'b' }, { id: 'b' }]
    await expect(tenant.apply({ parameters: { stations } })).rejects.toMatchObject({
      errors: [{ pointer: '/body/parameters/stations/2/id', detail: 'is there twice (thing "b")' }],
    })
    stations.pop()
    await expect(tenant.apply({ parameters: { stations } })).rejects.toMatchObject({
      errors: [
        { pointer: '/template/resources/0/properties/thingTypeId' },
        {
          pointer: '/body/parameters/stations/0/site',
          detail: 'is not the id of a site (thing "a")',
        },
        { pointer: '/template/resources/0/properties/thingTypeId' },
      ],
    })
  })

  test('reports a conflict for a change that existing samples or things forbid', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const resources = depot.resources.map((resource) =>
      resource.kind === 'metricDefinition'
        ? { ...resource, properties: { ...resource.properties, unit: 'K' } }
        : resource,
    )
    await tenant.act('templates.update', { params: tenant.params, body: { resources } })
    const plan = await tenant.apply({ validateOnly: true })
    expect(plan.summary).toMatchObject({ conflict: 1, unchanged: 6 })
    expect(plan.resources.find(({ action }) => action === 'conflict')).toMatchObject({
      ...{ kind: 'metricDefinition', id: 'air' },
      changes: [{ pointer: '/unit', before: 'Cel', after: 'K' }],
      detail: expect.stringContaining('used by 1 thing type (truck)'),
    })
    await expect(tenant.apply()).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/template/resources/2/id' }],
    })
  })
})

test('a type and the attributes of its things may change together', async () => {
  const tenant = await setUp()
  await tenant.apply()
  const attributesSchema = {
    ...{ type: 'object', properties: { number: {}, axles: { type: 'integer' } } },
    ...{ required: ['number', 'axles'], additionalProperties: false },
  }
  const changes: Record<string, object> = {
    thingType: { attributesSchema },
    thing: { attributes: { number: '{{index}}', axles: 2 } },
  }
  const resources = depot.resources.map(({ properties, ...resource }) => {
    return { ...resource, properties: { ...properties, ...changes[resource.kind] } }
  })
  await tenant.act('templates.update', { params: tenant.params, body: { resources } })
  const stray = { id: 'stray', name: 'Stray', thingTypeId: 'truck', attributes: { number: 9 } }
  await tenant.act('things.create', { body: stray })
  const refused = await tenant.apply({ validateOnly: true })
  expect(refused.resources.filter(({ action }) => action === 'conflict')).toMatchObject([
    {
      kind: 'thingType',
      detail: expect.stringContaining('The attributes of 1 thing of this type'),
    },
  ])
  await tenant.act('things.delete', { params: { thingId: 'stray' } })
  expect((await tenant.apply()).summary).toMatchObject({ update: 4, unchanged: 3, conflict: 0 })
  expect((await thingsOf(tenant)).map(({ attributes }) => attributes.axles)).toEqual([2, 2, 2])
  expect((await tenant.drift()).summary).toMatchObject({ unchanged: 7 })
})

test('templates and their applications are visible in their organization only', async () => {
  const [tenant, stranger] = [await setUp(), await newOrganization(core)]
  await tenant.apply()
  const gone = { code: 'not-found' }
  const { params } = tenant
  await expect(stranger.act('templates.get', { params, query: {} })).rejects.toMatchObject(gone)
  await expect(stranger.act('templates.apply', { params, body: {} })).rejects.toMatchObject(gone)
  await stranger.act('templates.create', { body: { id: 'depot', name: 'Depot', ...depot } })
  const applications = await stranger.act('templates.applications', { params, query: {} })
  expect(applications.items).toEqual([])
  const done = await stranger.act('templates.apply', { params, body: {} })
  expect(done.summary.create).toBe(7)
  expect(await thingsOf(stranger)).toHaveLength(3)
})
