import type { Call, Scope } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
beforeAll(() => {
  core = openTestCore()
})
afterAll(() => core.close())

let organization: Awaited<ReturnType<typeof newOrganization>>
beforeEach(async () => {
  organization = await newOrganization(core)
})

const DAY = 86_400_000
const daysOn = (days: number) => new Date(core.clock().getTime() + days * DAY)

interface Facts {
  readonly expiresAt?: Date
  readonly lastUsedAt?: Date
  readonly createdAt?: Date
  readonly leakedAt?: Date
  readonly revokedAt?: Date
}

/** A key with this name and these columns. */
async function keyOf(name: string, facts: Facts = {}, keyType: 'Admin' | 'External' = 'Admin') {
  const { id } = await organization.mint({ name, keyType })
  await core.db.key.update({ where: { id }, data: facts })
  return id
}

type Query = NonNullable<Call<'keys.list'>['query']>

/** The names of all pages, two keys each. */
async function names(query: Query): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await organization.act('keys.list', { query: { ...query, limit: 2, cursor } })
    found.push(...page.items.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return found
}

describe('the key list, over pages and ties,', () => {
  test('sorts by name', async () => {
    for (const name of ['c', 'a', 'b', 'a', 'd']) await keyOf(name)
    expect(await names({ sort: 'name' })).toEqual(['a', 'a', 'b', 'c', 'd'])
  })

  test('sorts by latest use, with never used keys last', async () => {
    for (const name of ['never', 'nor ever', 'nor this']) await keyOf(name)
    await keyOf('old', { lastUsedAt: daysOn(-9) })
    for (const name of ['new', 'as new']) await keyOf(name, { lastUsedAt: daysOn(-1) })
    const found = await names({ sort: '-lastUsedAt' })
    expect(found.slice(0, 2).sort()).toEqual(['as new', 'new'])
    expect(found[2]).toBe('old')
    expect(found.slice(3).sort()).toEqual(['never', 'nor ever', 'nor this'])
  })

  test('sorts by soonest expiry, with keys without one last', async () => {
    for (const days of [3, 1, 2]) await keyOf(`in ${days}`, { expiresAt: daysOn(days) })
    for (const name of ['x', 'y', 'z']) await keyOf(name)
    const found = await names({ sort: 'expiresAt' })
    expect(found.slice(0, 3)).toEqual(['in 1', 'in 2', 'in 3'])
    expect(found.slice(3).sort()).toEqual(['x', 'y', 'z'])
  })
})

describe('the key list', () => {
  test('filters by part of the name or id, ignoring case, with literal wildcards', async () => {
    const id = await keyOf('Roof_1')
    await keyOf('Roof 1')
    expect(await names({ text: 'rOOF' })).toHaveLength(2)
    expect(await names({ text: 'f_1' })).toEqual(['Roof_1'])
    expect(await names({ text: id.slice(1, 9) })).toEqual(['Roof_1'])
    expect(await names({ text: '%' })).toEqual([])
  })

  test.each(['External', 'Admin'] as const)(
    'finds a key of type %s by the whole string or any public part',
    async (keyType) => {
      const { id, key, display } = await organization.mint({ name: 'sought', keyType })
      await organization.mint({
        name: 'other',
        keyType: keyType === 'Admin' ? 'External' : 'Admin',
      })
      const [prefix, lastFour] = [key.slice(0, 5), key.slice(-4)]
      const starts = [prefix, `${prefix}_`, key.slice(0, 9), key.slice(0, 18), key.slice(0, 19)]
      const shown = [display, display.slice(0, -4), display.replace('...', '…')]
      const endings = [lastFour, `...${lastFour}`, `…${lastFour}`]
      for (const text of [id, key, ` ${key} `, ...starts, ...shown, ...endings]) {
        expect({ text, found: await names({ text }) }).toEqual({ text, found: ['sought'] })
      }
      expect(await names({ text: `${prefix}_${id}_...0000` })).toEqual([])
    },
  )

  test('filters by type together with status', async () => {
    await keyOf('in', {}, 'External')
    await keyOf('ended', { revokedAt: daysOn(0) }, 'External')
    await keyOf('other')
    expect(await names({ keyType: 'External', status: 'Active' })).toEqual(['in'])
  })

  test('can be limited to active keys that expire within 30 days', async () => {
    await keyOf('soon', { expiresAt: daysOn(30), lastUsedAt: daysOn(-1) })
    await keyOf('later', { expiresAt: daysOn(31) })
    await keyOf('ended', { expiresAt: daysOn(-1) })
    await keyOf('revoked', { expiresAt: daysOn(1), revokedAt: daysOn(0) })
    expect(await names({ health: 'expiring' })).toEqual(['soon'])
  })

  test('can be limited to keys unused for 90 days or never used', async () => {
    await keyOf('idle', { lastUsedAt: daysOn(-90) })
    await keyOf('never', { createdAt: daysOn(-91) })
    await keyOf('busy', { lastUsedAt: daysOn(-89), createdAt: daysOn(-99) })
    await keyOf('new')
    expect((await names({ health: 'stale' })).sort()).toEqual(['idle', 'never'])
    expect((await names({ health: 'unused' })).sort()).toEqual(['never', 'new'])
  })

  test('can be limited to leaked keys, including revoked ones', async () => {
    await keyOf('leaked', { leakedAt: daysOn(-1), revokedAt: daysOn(-1) })
    await keyOf('well')
    expect(await names({ health: 'leaked' })).toEqual(['leaked'])
  })
})

describe('the keys that reach a place', () => {
  const scope = (resourceFilter: string) => [{ action: 'read' as const, resourceFilter }]

  test('are found among tens of thousands, each with a filter of its own', async () => {
    const { id } = await organization.mint({ name: 'model' })
    await core.db.$executeRaw`
      INSERT INTO keys (id, "organizationId", "keyType", name, digest, "pepperVersion", "lastFour", scopes,
        "allowedIpCidrs", "updatedAt", "createdBy")
      SELECT substr(md5(n || "organizationId"), 1, 12), "organizationId", "keyType", 'many', digest, "pepperVersion", "lastFour",
        jsonb_build_array(jsonb_build_object('action', 'read', 'resourceFilter', 'PLACE/Fleet/#/THING/#/thing-' || n),
          jsonb_build_object('action', 'read', 'resourceFilter', 'PLACE/Fleet/north')),
        "allowedIpCidrs", "updatedAt", "createdBy"
      FROM keys, generate_series(1, 49998) AS n WHERE id = ${id}`
    const last = await keyOf('one of north')
    await core.db.key.update({
      where: { id: last },
      data: { scopes: [{ action: 'read', resourceFilter: 'PLACE/Fleet/north' }] },
    })
    const page = await organization.act('keys.list', {
      query: { reaches: 'PLACE/Fleet/north', limit: 2, sort: '-name', count: 'true' },
    })
    expect(page.items.map(({ name }) => name)).toEqual(['one of north', 'model'])
    expect(page).toMatchObject({ total: 50_000 })
    await keyOf('one too many')
    const asked = (query: Query) =>
      organization.act('keys.list', { query: { reaches: 'PLACE/Fleet/north', limit: 2, ...query } })
    await expect(asked({})).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ pointer: '/query/reaches', detail: expect.stringContaining('50000') }],
    })
    const { items } = await asked({ text: 'one ', sort: 'name' })
    expect(items.map(({ name }) => name)).toEqual(['one of north', 'one too many'])
  })

  test('are those with a scope for it, or for a thing in it', async () => {
    const { act, mint } = organization
    for (const id of ['truck', 'meter']) await act('thingTypes.create', { body: { id, name: id } })
    await act('sites.create', { body: { id: 'oslo', name: 'Oslo' } })
    for (const id of ['north', 'south']) await act('fleets.create', { body: { id, name: id } })
    const truck = { thingTypeId: 'truck', siteId: 'oslo', fleetIds: ['north'] }
    await act('things.create', { body: { id: 'truck-7', name: 'Truck 7', ...truck } })
    await act('things.create', { body: { id: 'truck-8', name: 'Truck 8', thingTypeId: 'truck' } })
    const filters = [
      ...['#', 'PLACE/Fleet/north', 'PLACE/Fleet/south', 'PLACE/Site/oslo/THING/#/#'],
      ...['THING/truck/truck-7', 'THING/truck/truck-8', 'THING/truck/#', 'THING/meter/#', 'KEY/#'],
    ]
    for (const filter of filters) await mint({ name: filter, scopes: scope(filter) })
    const found = async (reaches: string) => (await names({ reaches, sort: 'name' })).sort()
    expect(await found('PLACE/Fleet/north')).toEqual([
      ...['#', 'PLACE/Fleet/north', 'PLACE/Site/oslo/THING/#/#'],
      ...['THING/truck/#', 'THING/truck/truck-7'],
    ])
    expect(await found('PLACE/Fleet/south')).toEqual(['#', 'PLACE/Fleet/south'])
  })

  test('do not tell which things are in it to callers who may not read all of them', async () => {
    const { act, mint } = organization
    await act('thingTypes.create', { body: { id: 'truck', name: 'truck' } })
    await act('sites.create', { body: { id: 'oslo', name: 'Oslo' } })
    const thing = { id: 'truck-7', name: 'Truck 7', thingTypeId: 'truck', siteId: 'oslo' }
    await act('things.create', { body: thing })
    for (const filter of ['THING/truck/truck-7', 'THING/truck/#', 'PLACE/Site/oslo']) {
      await mint({ name: filter, scopes: scope(filter) })
    }
    const asked = async (...scopes: Scope[]) => {
      const call = { query: { reaches: 'PLACE/Site/oslo', sort: 'name' } } as const
      const { items } = await act('keys.list', call, ...scope('KEY/#'), ...scopes)
      const named = items.map(({ name }) => name)
      return named.filter((name) => name.includes('/')).sort()
    }
    const place = scope('PLACE/Site/oslo')
    expect(await asked(...place)).toEqual(['PLACE/Site/oslo'])
    expect(await asked(...place, ...scope('THING/truck/truck-7'))).toEqual(['PLACE/Site/oslo'])
    const all = ['PLACE/Site/oslo', 'THING/truck/#', 'THING/truck/truck-7']
    expect(await asked(...place, ...scope('PLACE/Site/oslo/THING/#/#'))).toEqual(all)
    expect(await asked(...place, ...scope('THING/#/#'))).toEqual(all)
  })

  test('are shown only to callers who may read the place', async () => {
    const call = { query: { reaches: 'PLACE/Fleet/north' } }
    const asked = organization.act('keys.list', call, ...scope('KEY/#'))
    await expect(asked).rejects.toMatchObject({ code: 'scope-missing' })
  })
})
