import type { Call, Output, Scope, Thing } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../test-core.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

type Draft = Omit<Call<'templates.create'>['body'], 'id' | 'name'>
type Tenant = Awaited<ReturnType<typeof newOrganization>>
const depot = {
  parameters: [
    { name: 'depot', type: 'string', default: 'oslo' },
    { name: 'timezone', type: 'string', default: 'Europe/Oslo' },
    { name: 'trucks', type: 'integer', default: 3, schema: { minimum: 0 } },
    { name: 'line', type: 'string', default: 'north' },
  ],
  resources: [
    {
      kind: 'thing',
      id: '{{depot}}-{{index:00}}',
      count: 'trucks',
      properties: {
        name: 'Truck {{index}}',
        thingTypeId: '{{resources.type}}',
        siteId: '{{resources.depot}}',
        fleetIds: ['{{resources.fleet}}'],
        labels: { line: '{{line}}' },
        attributes: { number: '{{index}}' },
      },
    },
    {
      key: 'type',
      kind: 'thingType',
      id: 'truck',
      properties: {
        name: 'Truck',
        metrics: [{ key: 'temperature', metricDefinitionId: '{{resources.air}}' }],
        attributesSchema: {
          type: 'object',
          properties: { number: { type: 'integer', maximum: 50 } },
          required: ['number'],
        },
      },
    },
    {
      key: 'air',
      kind: 'metricDefinition',
      id: 'air',
      properties: { name: 'Air', valueType: 'number', unit: 'Cel' },
    },
    {
      key: 'depot',
      kind: 'site',
      id: '{{depot}}',
      properties: { name: 'Depot {{depot}}', timezone: '{{timezone}}' },
    },
    { key: 'fleet', kind: 'fleet', id: 'all', properties: { name: 'All' } },
  ],
} satisfies Draft

/** An organization with one template, and what its calls come to. */
async function setUp(draft: Draft = depot) {
  const tenant = await newOrganization(core)
  await tenant.act('templates.create', { body: { id: 'depot', name: 'Depot', ...draft } })
  const params = { templateId: 'depot' }
  const apply = (body: Call<'templates.apply'>['body'] = {}, ...scopes: Scope[]) =>
    tenant.act('templates.apply', { params, body }, ...scopes)
  const drift = (applicationId = 'default', ...scopes: Scope[]) =>
    tenant.act('templates.drift', { params: { ...params, applicationId }, query: {} }, ...scopes)
  return { ...tenant, params, apply, drift }
}

const thingsOf = async (tenant: Tenant): Promise<Thing[]> =>
  (await tenant.act('things.list', { query: {} })).items

const operationsOf = async (tenant: Tenant) =>
  (await tenant.act('audit.list', { query: { limit: 1000 } })).items.map((one) => one.operation)

const actionsOf = ({ resources }: Output<'templates.apply'>) =>
  resources.map(({ id, action }) => `${action} ${id}`)

describe('a plan', () => {
  test('tells what would be made, and makes nothing', async () => {
    const tenant = await setUp()
    const before = await operationsOf(tenant)
    const plan = await tenant.apply({ validateOnly: true })
    expect(plan).toMatchObject({
      validateOnly: true,
      summary: { create: 7, update: 0, unchanged: 0, conflict: 0, release: 0 },
    })
    expect(actionsOf(plan)).toContain('create oslo-03')
    expect(await thingsOf(tenant)).toEqual([])
    expect(await operationsOf(tenant)).toEqual(before)
  })

  test('is what is then done', async () => {
    const tenant = await setUp()
    const { validateOnly: _planned, ...plan } = await tenant.apply({ validateOnly: true })
    const { validateOnly, ...done } = await tenant.apply()
    expect([validateOnly, done]).toEqual([false, plan])
  })
})

describe('an apply', () => {
  test('makes everything, each recorded as if called directly', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const things = await thingsOf(tenant)
    expect(things.map(({ id }) => id)).toEqual(['oslo-01', 'oslo-02', 'oslo-03'])
    expect(things[1]).toMatchObject({
      ...{ name: 'Truck 2', thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['all'] },
      ...{ labels: { line: 'north' }, attributes: { number: 2 }, status: 'Active', etag: '1' },
    })
    const site = await tenant.act('sites.get', { params: { siteId: 'oslo' }, query: {} })
    expect(site).toMatchObject({ name: 'Depot oslo', timezone: 'Europe/Oslo' })
    const recorded = (await operationsOf(tenant)).reverse()
    expect(recorded.slice(recorded.indexOf('metricDefinitions.create'))).toEqual([
      ...['metricDefinitions.create', 'thingTypes.create', 'sites.create', 'fleets.create'],
      ...['things.create', 'things.create', 'things.create', 'templates.apply'],
    ])
  })

  test('done again changes nothing', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const [things, recorded] = [await thingsOf(tenant), await operationsOf(tenant)]
    core.advance(60)
    const again = await tenant.apply()
    expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 7, conflict: 0, release: 0 })
    expect(await thingsOf(tenant)).toEqual(things)
    expect(await operationsOf(tenant)).toEqual(recorded)
  })

  test('with other parameters changes what they change, makes what is new and lets go of the rest', async () => {
    const tenant = await setUp()
    await tenant.apply({ parameters: { trucks: 2 } })
    const more = await tenant.apply({ parameters: { trucks: 3, line: 'south' } })
    expect(more.summary).toMatchObject({ create: 1, update: 2, unchanged: 4 })
    expect(more.resources[0]).toEqual({
      ...{ kind: 'thing', id: 'oslo-01', action: 'update', detail: null },
      changes: [{ pointer: '/labels/line', before: 'north', after: 'south' }],
    })
    const fewer = await tenant.apply({ parameters: { trucks: 1, line: 'south' } })
    expect(fewer.summary).toMatchObject({ create: 0, update: 0, unchanged: 5, release: 2 })
    expect(actionsOf(fewer).slice(-2)).toEqual(['release oslo-02', 'release oslo-03'])
    expect((await thingsOf(tenant)).map(({ labels }) => labels.line)).toEqual(
      Array(3).fill('south'),
    )
  })

  test('leaves alone what the template does not name', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const body = { status: 'Inactive' as const, labels: { owner: 'ann' } }
    await tenant.act('things.update', { params: { thingId: 'oslo-01' }, body })
    expect((await tenant.apply({ parameters: { line: 'west' } })).summary.update).toBe(3)
    const [first] = await thingsOf(tenant)
    expect(first).toMatchObject({ status: 'Inactive', labels: { line: 'west', owner: 'ann' } })
  })

  test('keeps applications apart by their ids', async () => {
    const tenant = await setUp()
    await tenant.apply({ applicationId: 'oslo' })
    await tenant.apply({ applicationId: 'bergen', parameters: { depot: 'bergen', trucks: 1 } })
    const { params } = tenant
    const list = () => tenant.act('templates.applications', { params, query: {} })
    expect((await list()).items).toMatchObject([
      { id: 'bergen', parameters: { depot: 'bergen', trucks: 1 }, resourceCount: 5 },
      { id: 'oslo', parameters: {}, resourceCount: 7, upToDate: true },
    ])
    await tenant.act('templates.forget', { params: { ...params, applicationId: 'oslo' } })
    expect((await list()).items.map(({ id }) => id)).toEqual(['bergen'])
    expect(await thingsOf(tenant)).toHaveLength(4)
  })

  test('makes thousands in a few statements', async () => {
    const resources = [
      { kind: 'thingType' as const, id: 'van', properties: { name: 'Van' } },
      { kind: 'fleet' as const, id: 'vans', properties: { name: 'Vans' } },
      {
        ...{ kind: 'thing' as const, id: 'v{{index:0000}}', count: 1500 },
        properties: { name: 'Van', thingTypeId: 'van', fleetIds: ['vans'] },
      },
    ]
    const tenant = await setUp({ resources })
    const { summary } = await tenant.apply()
    expect(summary.create).toBe(1502)
    const fleet = await tenant.act('fleets.get', { params: { fleetId: 'vans' }, query: {} })
    expect(fleet.thingCount).toBe(1500)
    expect((await tenant.apply()).summary).toMatchObject({ create: 0, unchanged: 1502 })
  })

  test('at the same time as another is done by one of them, or finds it done', async () => {
    const tenant = await setUp()
    const [one, other] = await Promise.allSettled([tenant.apply(), tenant.apply()])
    const refused = [one, other].flatMap((done) => (done?.status === 'rejected' ? done.reason : []))
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'conflict'))
    expect(refused.length).toBeLessThan(2)
    expect(await thingsOf(tenant)).toHaveLength(3)
    expect((await tenant.drift()).summary).toMatchObject({ unchanged: 7 })
  })

  test('of a template that has changed tells so until it is applied again', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const body = { resources: depot.resources.slice(0, 5) }
    body.resources[4] = { ...depot.resources[4], properties: { name: 'Everything' } } as never
    await tenant.act('templates.update', { params: tenant.params, body })
    expect((await tenant.drift()).upToDate).toBe(false)
    const { summary } = await tenant.apply()
    expect(summary).toMatchObject({ update: 1, unchanged: 6 })
    expect((await tenant.drift()).upToDate).toBe(true)
  })
})

describe('drift', () => {
  test('is what has become another, and what is missing', async () => {
    const tenant = await setUp()
    await tenant.apply()
    expect(await tenant.drift()).toMatchObject({
      summary: { unchanged: 7, changed: 0, missing: 0, hidden: 0 },
      resources: [],
    })
    const params = { thingId: 'oslo-01' }
    await tenant.act('things.update', { params, body: { name: 'Old', labels: { line: null } } })
    await tenant.act('things.delete', { params: { thingId: 'oslo-02' } })
    expect(await tenant.drift()).toMatchObject({
      summary: { unchanged: 5, changed: 1, missing: 1, hidden: 0 },
      resources: [
        {
          ...{ kind: 'thing', id: 'oslo-01', state: 'changed' },
          changes: [
            { pointer: '/name', before: 'Truck 1', after: 'Old' },
            { pointer: '/labels/line', before: 'north', after: null },
          ],
        },
        { kind: 'thing', id: 'oslo-02', state: 'missing', changes: [] },
      ],
    })
    expect((await tenant.apply()).summary).toMatchObject({ create: 1, update: 1 })
    expect((await tenant.drift()).resources).toEqual([])
  })

  test('tells a reader nothing of what it may not read, there or not', async () => {
    const tenant = await setUp()
    await tenant.apply()
    await tenant.act('things.delete', { params: { thingId: 'oslo-02' } })
    const template: Scope = { action: 'read', resourceFilter: 'DEFINITION/Template/depot' }
    const sites: Scope = { action: 'read', resourceFilter: 'PLACE/Site/#' }
    const { summary, resources } = await tenant.drift('default', template, sites)
    expect([summary, resources]).toEqual([{ unchanged: 1, changed: 0, missing: 0, hidden: 6 }, []])
  })
})

describe('authorization', () => {
  const template: Scope = { action: 'write', resourceFilter: 'DEFINITION/Template/depot' }
  const rest: Scope[] = ['DEFINITION/Metric/#', 'DEFINITION/ThingType/#', 'PLACE/Site/#'].map(
    (resourceFilter) => ({ action: 'write', resourceFilter }),
  )

  test('every resource must be allowed, and every refusal is listed', async () => {
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

  test('a thing that the caller may not know of is a conflict, and stays as it is', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const taken = { id: 'oslo-04', name: 'Secret', thingTypeId: 'van' }
    await tenant.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
    await tenant.act('things.create', { body: taken })
    const scopes: Scope[] = [...rest, template].concat(
      ['THING/truck/#', 'PLACE/Fleet/all'].map((resourceFilter) => ({
        ...{ action: 'write', resourceFilter },
      })),
    )
    const body = { parameters: { trucks: 4 } }
    const plan = await tenant.apply({ ...body, validateOnly: true }, ...scopes)
    expect(plan.resources[3]).toEqual({
      ...{ kind: 'thing', id: 'oslo-04', action: 'conflict', changes: [] },
      detail: 'There is one with this id already.',
    })
    await expect(tenant.apply(body, ...scopes)).rejects.toMatchObject({ code: 'conflict' })
    expect(await thingsOf(tenant)).toHaveLength(4)
  })
})

describe('faults', () => {
  test('all of them are told, each at what the caller can mend', async () => {
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

  test('attributes must fit the type that the same plan makes', async () => {
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

  test('what is referred to must be there, and an id be there once', async () => {
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
        { pointer: '/body/parameters/stations/0/site', detail: 'names no site (thing "a")' },
        { pointer: '/template/resources/0/properties/thingTypeId' },
      ],
    })
  })

  test('a change that samples or things stand against is a conflict', async () => {
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

describe('built-in templates', () => {
  test('are there for everybody, among the own ones, and cannot be changed', async () => {
    const tenant = await setUp()
    const list = await tenant.act('templates.list', { query: { limit: 2 } })
    const rest = await tenant.act('templates.list', {
      query: { limit: 2, cursor: list.nextCursor ?? '' },
    })
    expect([...list.items, ...rest.items].map(({ id }) => id)).toEqual([
      ...['depot', 'sluice.building-meter', 'sluice.cold-chain-truck', 'sluice.weather-station'],
    ])
    expect(rest.nextCursor).toBeNull()
    const params = { templateId: 'sluice.weather-station' }
    await expect(
      tenant.act('templates.update', { params, body: { name: 'x' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await expect(tenant.act('templates.delete', { params })).rejects.toMatchObject({
      code: 'conflict',
    })
    const text = await tenant.act('templates.list', { query: { text: 'METER' } })
    expect(text.items.map(({ id }) => id)).toEqual(['sluice.building-meter'])
  })

  test.each(['building-meter', 'cold-chain-truck', 'weather-station'])(
    '%s applies as it is, and again without a change',
    async (name) => {
      const tenant = await newOrganization(core)
      const apply = () =>
        tenant.act('templates.apply', { params: { templateId: `sluice.${name}` }, body: {} })
      const first = await apply()
      expect(first.summary).toMatchObject({ update: 0, conflict: 0 })
      expect(first.summary.create).toBe(first.resources.length)
      expect((await apply()).summary.unchanged).toBe(first.resources.length)
      expect((await thingsOf(tenant)).length).toBeGreaterThan(0)
    },
  )
})

test('templates and their applications are their organization’s own', async () => {
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
