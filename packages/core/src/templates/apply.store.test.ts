import type { Scope } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestCore, type TestCore } from '../testing/core.ts'
import { actionsOf, depot, newTemplate, operationsOf, thingsOf } from './testing/depot.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

const setUp = (draft?: Parameters<typeof newTemplate>[1]) => newTemplate(core, draft)

describe('the plan of a template', () => {
  test('lists what would be created and creates nothing', async () => {
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

  test('equals what applying it then does', async () => {
    const tenant = await setUp()
    const { validateOnly: _planned, ...plan } = await tenant.apply({ validateOnly: true })
    const { validateOnly, ...done } = await tenant.apply()
    expect([validateOnly, done]).toEqual([false, plan])
  })
})

describe('applying a template', () => {
  test('creates every resource and audits each like a direct call', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const things = await thingsOf(tenant)
    expect(things.map(({ id }) => id)).toEqual(['oslo-01', 'oslo-02', 'oslo-03'])
    expect(things[1]).toMatchObject({
      ...{ name: 'Truck 2', thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['all'] },
      ...{ labels: { line: 'north' }, attributes: { number: 2 }, status: 'Active' },
    })
    const site = await tenant.act('sites.get', { params: { siteId: 'oslo' }, query: {} })
    expect(site).toMatchObject({ name: 'Depot oslo', timezone: 'Europe/Oslo' })
    const recorded = (await operationsOf(tenant)).reverse()
    expect(recorded.slice(recorded.indexOf('metricDefinitions.create'))).toEqual([
      ...['metricDefinitions.create', 'thingTypes.create', 'sites.create', 'fleets.create'],
      ...['things.create', 'things.create', 'things.create', 'templates.apply'],
    ])
  })

  test('a second time changes nothing', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const [things, recorded] = [await thingsOf(tenant), await operationsOf(tenant)]
    core.advance(60)
    const again = await tenant.apply()
    expect(again.summary).toEqual({ create: 0, update: 0, unchanged: 7, conflict: 0, release: 0 })
    expect(await thingsOf(tenant)).toEqual(things)
    expect(await operationsOf(tenant)).toEqual(recorded)
  })

  test('with other parameters updates, creates and releases resources as needed', async () => {
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

  test('does not change fields that the template does not name', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const body = { status: 'Inactive' as const, labels: { owner: 'ann' } }
    await tenant.act('things.update', { params: { thingId: 'oslo-01' }, body })
    expect((await tenant.apply({ parameters: { line: 'west' } })).summary.update).toBe(3)
    const [first] = await thingsOf(tenant)
    expect(first).toMatchObject({ status: 'Inactive', labels: { line: 'west', owner: 'ann' } })
  })

  test('keeps applications with different ids apart', async () => {
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

  test('creates thousands of resources', async () => {
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

  test('twice concurrently applies it once', async () => {
    const tenant = await setUp()
    const [one, other] = await Promise.allSettled([tenant.apply(), tenant.apply()])
    const refused = [one, other].flatMap((done) => (done?.status === 'rejected' ? done.reason : []))
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'conflict'))
    expect(refused.length).toBeLessThan(2)
    expect(await thingsOf(tenant)).toHaveLength(3)
    expect((await tenant.drift()).summary).toMatchObject({ unchanged: 7 })
  })

  test('is reported as out of date once the template changes, until applied again', async () => {
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

describe('the drift of an application', () => {
  test('lists changed and missing resources', async () => {
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

  test('is a conflict if what was applied is no longer valid', async () => {
    const tenant = await setUp()
    await tenant.apply()
    const { id: organizationId } = tenant
    const template = {
      etag: '1',
      parameters: [],
      resources: [{ ...depot.resources[4], id: 'x y' }],
    }
    await core.db.templateApplication.updateMany({ where: { organizationId }, data: { template } })
    await expect(tenant.drift()).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/^What was applied is no longer valid: .*Apply the template/),
    })
    expect((await tenant.apply()).summary).toMatchObject({ unchanged: 7 })
    expect((await tenant.drift()).summary).toMatchObject({ unchanged: 7 })
  })

  test('hides resources that the reader may not read, existing or missing', async () => {
    const tenant = await setUp()
    await tenant.apply()
    await tenant.act('things.delete', { params: { thingId: 'oslo-02' } })
    const template: Scope = { action: 'read', resourceFilter: 'DEFINITION/Template/depot' }
    const sites: Scope = { action: 'read', resourceFilter: 'PLACE/Site/#' }
    const { summary, resources } = await tenant.drift('default', template, sites)
    expect([summary, resources]).toEqual([{ unchanged: 1, changed: 0, missing: 0, hidden: 6 }, []])
  })
})
