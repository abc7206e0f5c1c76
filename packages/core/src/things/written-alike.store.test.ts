/** What is written is reported as it is read, and written once. */
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

const location = { type: 'Point' as const, coordinates: [-0, 51.5] as [number, number] }

test('minus zero, which is stored as zero, is no change the second time', async () => {
  const entry = { id: 'a', name: 'a', thingTypeId: 'truck', location, attributes: { x: -0 } }
  const batch = () => act('things.batch', { body: { things: [entry] } })
  const [made] = (await batch()).items
  expect(await batch()).toMatchObject({ updated: 0, unchanged: 1 })
  const { location: at, attributes } = entry
  const patch = { params: { thingId: 'a' }, body: { location: at, attributes } }
  expect((await act('things.update', patch)).etag).toBe(made?.etag)
  const site = await act('sites.create', { body: { id: 's', name: 's', location } })
  const same = await act('sites.update', { params: { siteId: 's' }, body: { location } })
  expect(same).toEqual(site)
})

test('nor is it for a template', async () => {
  const properties = { name: 'b', thingTypeId: 'truck', location: '{{at}}' }
  await act('templates.create', {
    body: {
      ...{ id: 't', name: 'T', parameters: [{ name: 'at', type: 'object' }] },
      resources: [{ kind: 'thing', id: 'b', properties }],
    },
  })
  const apply = () =>
    act('templates.apply', {
      params: { templateId: 't' },
      body: { parameters: { at: location } },
    })
  await apply()
  expect((await apply()).summary).toMatchObject({ update: 0, unchanged: 1 })
})
