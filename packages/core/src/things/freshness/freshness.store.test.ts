import { thingFreshnesses } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

type Tenant = Awaited<ReturnType<typeof newOrganization>>

/** Trucks that should send every minute, vans every ten minutes, and carts without an expectation. */
async function prepare(tenant: Tenant, { act }: Tenant = tenant) {
  for (const [id, expectedIntervalSeconds] of [
    ['minute', 60],
    ['tenth', 600],
    ['any', null],
  ] as const) {
    await act('metricDefinitions.create', {
      body: { id, name: id, valueType: 'number', expectedIntervalSeconds },
    })
  }
  const metric = (id: string) => ({ key: id, metricDefinitionId: id })
  const types = { truck: ['any', 'tenth', 'minute'], van: ['tenth'], cart: ['any'] }
  for (const [id, metrics] of Object.entries(types)) {
    await act('thingTypes.create', { body: { id, name: id, metrics: metrics.map(metric) } })
  }
}

async function addThing({ id: organizationId, act }: Tenant, thing: Added) {
  const { id, type, age, status = 'Active' } = thing
  await act('things.create', { body: { id, name: id, thingTypeId: type, status } })
  const lastSeenAt = age === null ? null : new Date(core.clock().getTime() - age * 1000)
  await core.db.thing.update({
    where: { organizationId_id: { organizationId, id } },
    data: { lastSeenAt },
  })
}

interface Added {
  readonly id: string
  readonly type: 'truck' | 'van' | 'cart'
  /** Seconds since its last data. */
  readonly age: number | null
  readonly status?: 'Active' | 'Inactive' | 'Retired'
}

const things: readonly (Added & { freshness: string | null })[] = [
  { id: 'a-fresh', type: 'truck', age: 89, freshness: 'fresh' },
  { id: 'b-late', type: 'truck', age: 91, freshness: 'late' },
  { id: 'c-silent', type: 'truck', age: 151, freshness: 'silent' },
  { id: 'd-van', type: 'van', age: 151, freshness: 'fresh' },
  { id: 'e-van-silent', type: 'van', age: 1231, freshness: 'silent' },
  { id: 'f-never', type: 'cart', age: null, freshness: 'never' },
  { id: 'g-cart', type: 'cart', age: 99_999, freshness: null },
  { id: 'h-retired', type: 'truck', age: 99_999, status: 'Retired', freshness: null },
  { id: 'i-inactive', type: 'truck', age: null, status: 'Inactive', freshness: null },
]

let tenant: Tenant
beforeAll(async () => {
  tenant = await newOrganization(core)
  await prepare(tenant)
  for (const thing of things) await addThing(tenant, thing)
  const other = await newOrganization(core)
  await prepare(other)
  await addThing(other, { id: 'of-another', type: 'truck', age: 999 })
})

test('each thing is read with its freshness, in a list and alone', async () => {
  const { items } = await tenant.act('things.list', { query: {} })
  expect(items.map(({ id, freshness }) => [id, freshness])).toEqual(
    things.map(({ id, freshness }) => [id, freshness]),
  )
  for (const { id, freshness } of things) {
    const thing = await tenant.act('things.get', { params: { thingId: id }, query: {} })
    expect([id, thing.freshness]).toEqual([id, freshness])
  }
})

test.each(thingFreshnesses)('a list narrowed to %s holds what is judged so', async (freshness) => {
  const { items, total } = await tenant.act('things.list', { query: { freshness, count: 'true' } })
  const wanted = things.filter((thing) => thing.freshness === freshness).map(({ id }) => id)
  expect(items.map(({ id }) => id)).toEqual(wanted)
  expect(total).toBe(wanted.length)
})

test('the counts are those of the lists, under the same filters', async () => {
  expect(await tenant.act('things.count', { query: {} })).toEqual({
    total: 9,
    statuses: { Active: 7, Inactive: 1, Retired: 1 },
    freshness: { fresh: 2, late: 1, silent: 2, never: 1 },
  })
  expect(await tenant.act('things.count', { query: { thingTypeId: 'van' } })).toEqual({
    total: 2,
    statuses: { Active: 2, Inactive: 0, Retired: 0 },
    freshness: { fresh: 1, late: 0, silent: 1, never: 0 },
  })
})

test('an organization that expects nothing has no silent things', async () => {
  const { act } = await newOrganization(core)
  expect(await act('things.list', { query: { freshness: 'silent', count: 'true' } })).toEqual({
    ...{ items: [], nextCursor: null, total: 0 },
  })
  expect((await act('things.count', { query: {} })).freshness.silent).toBe(0)
})
