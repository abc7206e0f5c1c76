import { afterAll, expect, test } from 'vitest'
import type { Database } from '../database/client.ts'
import { perform } from '../pipeline/perform.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'

const core = openTestCore()
afterAll(() => core.close())

test('a thing is made with statements for the places that it names, and none for others', async () => {
  const { act, system } = await newOrganization(core)
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck' } })
  await act('sites.create', { body: { id: 'yard', name: 'Yard', timezone: 'UTC' } })
  await act('fleets.create', { body: { id: 'north', name: 'North' } })
  const asked: string[] = []
  const db = core.db.$extends({
    query: {
      $allModels: {
        findMany({ model, args, query }) {
          asked.push(model)
          return query(args)
        },
      },
    },
  }) as unknown as Database
  async function askedFor(id: string, places: object) {
    asked.length = 0
    await perform({ ...core, db }, {
      ...{ actor: system, requestId: 'test', address: null, name: 'things.create' },
      call: { body: { id, name: id, thingTypeId: 'truck', ...places } },
    } as never)
    return asked.filter((model) => ['ThingType', 'Site', 'Fleet'].includes(model))
  }
  expect(await askedFor('a', {})).toEqual(['ThingType'])
  expect(await askedFor('b', { siteId: 'yard' })).toEqual(['ThingType', 'Site'])
  expect(await askedFor('c', { fleetIds: ['north'] })).toEqual(['ThingType', 'Fleet'])
})
