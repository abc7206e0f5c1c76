/** The cached things of places follow every change: those of the node at once, others when announced. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listening, notified } from '../changes/testing/notified.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
let organization: Awaited<ReturnType<typeof newOrganization>>

beforeAll(() => listening([core.changes]))

beforeEach(async () => {
  organization = await newOrganization(core)
  const { act } = organization
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'Europe/Oslo' } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck', metrics: [] } })
  for (const id of ['b', 'a']) await create(id)
})
afterAll(() => core.close())

function create(id: string, siteId = 'yard') {
  return organization.act('things.create', {
    body: { id, name: id, thingTypeId: 'truck', siteId, fleetIds: ['north'] },
  })
}

const query = { groupBy: 'thing' as const, limit: 100 }

/** The things of the site, and those of the fleet. */
async function members() {
  const { act } = organization
  const ask = [
    act('telemetry.siteRecent', { params: { siteId: 'yard' }, query }),
    act('telemetry.fleetRecent', { params: { fleetId: 'north' }, query }),
  ] as const
  const answers = await Promise.all(ask)
  return answers.map(({ byThing }) => Object.keys(byThing ?? {}).join(' '))
}

const allNotified = () => notified(core.db, [core.changes])

/** Both lists are cached, and only the change of the test can still invalidate them. */
async function remembered() {
  await allNotified()
  await members()
  const reads = vi.spyOn(core.db.thing, 'findMany')
  await members()
  expect(reads).not.toHaveBeenCalled()
  reads.mockRestore()
}

test('cached places follow the changes of their own node at once', async () => {
  const { act } = organization
  await remembered()
  expect(await members()).toEqual(['a b', 'a b'])
  await create('c')
  expect(await members()).toEqual(['a b c', 'a b c'])
  const params = { thingId: 'c' }
  await act('things.update', { params, body: { siteId: null } })
  expect(await members()).toEqual(['a b', 'a b c'])
  await act('things.delete', { params })
  expect(await members()).toEqual(['a b', 'a b'])
  const north = { fleetId: 'north' }
  await act('fleets.changeMembers', { params: north, body: { add: [], remove: ['a'] } })
  expect(await members()).toEqual(['a b', 'b'])
  for (const thingId of ['a', 'b']) await act('things.delete', { params: { thingId } })
  expect(await members()).toEqual(['', ''])
  await act('sites.delete', { params: { siteId: 'yard' } })
  await expect(members()).rejects.toMatchObject({ code: 'not-found' })
})

test('cached lists of things are filtered by the scopes of the caller', async () => {
  const { act } = organization
  await remembered()
  const scope = { action: 'read', resourceFilter: 'THING/#/b' } as const
  const call = { params: { siteId: 'yard' }, query }
  expect(Object.keys((await act('telemetry.siteRecent', call, scope)).byThing ?? {})).toEqual(['b'])
  expect(await members()).toEqual(['a b', 'a b'])
})

const insert = `INSERT INTO things ("organizationId", id, name, "thingTypeId", "siteId", "updatedAt")
  SELECT $1, 'c', 'c', 'truck', 'yard', now()`

test.each([
  ['a thing added to the site', insert, ['a b c', 'a b']],
  [
    'a thing that leaves it',
    `UPDATE things SET "siteId" = NULL WHERE "organizationId" = $1 AND id = 'a'`,
    ['b', 'a b'],
  ],
  [
    'a thing that leaves the fleet',
    `DELETE FROM fleet_members WHERE "organizationId" = $1 AND "thingId" = 'a'`,
    ['a b', 'b'],
  ],
  ['a deletion', `DELETE FROM things WHERE "organizationId" = $1 AND id = 'a'`, ['b', 'b']],
])('cached places follow a change by hand: %s', async (_, statement, expected) => {
  await remembered()
  await core.db.$executeRawUnsafe(statement, organization.id)
  await allNotified()
  expect(await members()).toEqual(expected)
})

test.each(['sites', 'fleets'])('cached places follow a deletion by hand from %s', async (table) => {
  await core.db.thing.deleteMany({ where: { organizationId: organization.id } })
  await remembered()
  await core.db.$executeRawUnsafe(
    `DELETE FROM ${table} WHERE "organizationId" = $1`,
    organization.id,
  )
  await allNotified()
  await expect(members()).rejects.toMatchObject({ code: 'not-found' })
})
