/** What the request log stores and shows of calls with very many needs. */

import { expect, test } from 'vitest'
import { useApi } from '../testing/use-api.ts'
import { watchedKeys } from '../testing/watched-keys.ts'

// ClickHouse expires rows by the real clock, so the API's must be close to it.
const api = useApi({
  start: new Date(new Date().setUTCHours(12, 0, 0, 0)),
  core: { threadConnections: 2 },
})
const { call, newCase } = watchedKeys(() => api)

const THINGS = 300
const trucks = Array.from({ length: THINGS }, (_, i) => ({
  ...{ id: `truck-${i}`.padEnd(40, 'x'), name: `Truck ${i}`, thingTypeId: 'truck', siteId: 'yard' },
}))
const all = { action: 'write', resourceFilter: 'THING/truck/#' }

test('a batch of many things is logged by what they have in common, and nothing narrower is said to do', async () => {
  const { watched, ask } = await newCase()
  const body = { things: trucks }
  expect((await call('things.batch', { body }, watched.key)).status).toBe(200)
  const [logged] = (await ask('keys.calls')).items
  const needed = [all, { action: 'write', resourceFilter: 'PLACE/Site/yard' }]
  expect(logged).toMatchObject({ operation: 'things.batch', missingNow: [] })
  expect(logged.needed.slice(-2)).toEqual(needed)
  expect((await ask('keys.suggestions')).scopes.suggested).toContainEqual({
    ...{ action: 'write', resourceFilter: 'PLACE/Site/yard/THING/truck/#' },
  })
  const replayed = (...scopes: unknown[]) => ask('keys.replay', undefined, { scopes })
  const place = { action: 'write', resourceFilter: 'PLACE/Site/yard' }
  const inYard = { action: 'write', resourceFilter: 'PLACE/Site/yard/THING/#/#' }
  expect(await replayed(inYard, place)).toMatchObject({ judged: 1, refused: 0 })
  const some = { action: 'write', resourceFilter: `THING/truck/${trucks[0]?.id}` }
  expect(await replayed(some, place)).toMatchObject({ judged: 1, refused: 1 })
})

test('of a refused batch the thing that the answer names is logged, whatever came before and after', async () => {
  const vans = trucks.map((truck) => ({ ...truck, id: `van-${truck.id}`, thingTypeId: 'van' }))
  const { tenant, watched, ask } = await newCase({
    scopes: [{ action: 'write', resourceFilter: 'THING/van/#' }],
  })
  await tenant.act('thingTypes.create', { body: { id: 'van', name: 'Van' } })
  const plain = [
    ...vans,
    ...trucks,
    ...vans.slice(0, 5).map((van) => ({ ...van, id: `${van.id}-` })),
  ]
  const body = { things: plain.map(({ siteId: _, ...thing }) => thing) }
  const { status, json } = await call('things.batch', { body }, watched.key)
  expect(status).toBe(403)
  const named = `THING/truck/${trucks[0]?.id}`
  expect(json.detail).toContain(named)
  const [logged] = (await ask('keys.calls')).items
  expect(logged.reason).toBe(`The key had no scope that allows write on ${named}.`)
  expect(logged.missingNow).toContainEqual({ action: 'write', resourceFilter: named })
  expect(logged.needed.length).toBeLessThan(10)
})

test('a plan of many things in many fleets is logged shortly', async () => {
  const { tenant, watched, ask } = await newCase()
  const fleetIds = Array.from({ length: 60 }, (_, i) => `fleet-${i}`)
  for (const id of fleetIds) await tenant.act('fleets.create', { body: { id, name: id } })
  const properties = { name: 'N', thingTypeId: 'truck', fleetIds }
  const resource = { kind: 'thing' as const, id: 'thing-{{index}}', count: THINGS, properties }
  await tenant.act('templates.create', {
    body: { id: 'many', name: 'Many', resources: [resource] },
  })
  const apply = { params: { templateId: 'many' }, body: { applicationId: 'a', validateOnly: true } }
  expect((await call('templates.apply', apply, watched.key)).status).toBe(200)
  const [logged] = (await ask('keys.calls')).items
  expect(logged.needed).toContainEqual(all)
  expect(logged.needed).toContainEqual({ action: 'write', resourceFilter: 'PLACE/Fleet/#' })
  expect(logged.needed.length).toBeLessThan(10)
})
