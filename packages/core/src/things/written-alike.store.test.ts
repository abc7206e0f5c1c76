/** What is written is told of as it is read, and written once. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

let act: Awaited<ReturnType<typeof newOrganization>>['act']
beforeEach(async () => {
  act = (await newOrganization(core)).act
  await act('thingTypes.create', { body: { id: 'truck', name: 'T' } })
})

test('changes of many name fleets in the order that a thing has them in', async () => {
  for (const id of ['b', 'a']) await act('fleets.create', { body: { id, name: id } })
  const entry = { id: 't', name: 'T', thingTypeId: 'truck', fleetIds: ['b', 'a'] }
  await act('things.batch', { body: { things: [entry] } })
  const { items } = await act('audit.list', { query: { operation: 'things.create' } })
  const { fleetIds } = await act('things.get', { params: { thingId: 't' }, query: {} })
  expect(items).toMatchObject([{ after: { fleetIds } }])
})
