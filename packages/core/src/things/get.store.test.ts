import { afterAll, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

const params = { thingId: 'unit-1' }
const asked = { params, query: {} }

/** An organization with a thing that has every possible field. */
async function newPump() {
  const { id: organizationId, act } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'pump', name: 'Pump' } })
  await act('things.create', {
    body: {
      ...{ id: 'unit-1', name: 'Unit', thingTypeId: 'pump', description: 'In the cellar' },
      ...{ labels: { stage: 'test' }, attributes: { serial: 'a-1', parts: [1, null] } },
      location: { type: 'Point', coordinates: [8.25, 47.5] },
    },
  })
  for (const id of ['b', 'a']) {
    await core.db.fleet.create({ data: { organizationId, id, name: id } })
    await core.db.fleetMember.create({ data: { organizationId, fleetId: id, thingId: 'unit-1' } })
  }
  const lastSeenAt = new Date('2026-03-01T12:00:00.125Z')
  const where = { organizationId_id: { organizationId, id: 'unit-1' } }
  await core.db.thing.update({ where, data: { lastSeenAt, status: 'Inactive' } })
  return act
}

test('reading a thing returns the same representation as changing it', async () => {
  const act = await newPump()
  const changed = await act('things.update', { params, body: { name: 'Pump 1' } })
  expect(changed).toMatchObject({ fleetIds: ['a', 'b'], lastSeenAt: '2026-03-01T12:00:00.125Z' })
  expect(await act('things.get', asked)).toEqual(changed)
  const body = { location: null, labels: { stage: null }, description: '' }
  const emptied = await act('things.update', { params, body })
  expect(await act('things.get', asked)).toEqual(emptied)
})

test('a thing of another organization is not found', async () => {
  await newPump()
  const { act } = await newOrganization(core)
  await expect(act('things.get', asked)).rejects.toMatchObject({ code: 'not-found' })
})
