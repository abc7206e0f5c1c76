import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

let core: TestCore
beforeAll(() => {
  // Sums are deleted after a year, by the engine's own clock.
  core = openTestCore(new Date())
})
afterAll(() => core.close())

/** An organization with the things a, b and c, each of which has sent this many samples. */
async function sending(samples: Record<string, number>) {
  const organization = await newOrganization(core)
  const { act } = organization
  await act('metricDefinitions.create', {
    body: { id: 'gauge', name: 'Gauge', valueType: 'number' },
  })
  const metrics = [{ key: 'wind', metricDefinitionId: 'gauge' }]
  await act('thingTypes.create', { body: { id: 'mast', name: 'Mast', metrics } })
  for (const [id, count] of Object.entries(samples)) {
    await act('things.create', { body: { id, name: `Mast ${id}`, thingTypeId: 'mast' } })
    await send(organization, id, count)
  }
  return organization
}

type Organization = Awaited<ReturnType<typeof newOrganization>>

function send({ act }: Organization, thingId: string, count: number) {
  const wind = Array.from({ length: count }, (_, i) => i)
  // Old samples count on the day they arrive.
  const body = { start: 1e12, stepSeconds: 1, count, values: { wind } }
  return act('telemetry.ingestColumnar', { params: { thingId }, query: {}, body })
}

test('usage counts samples by thing and by the day they arrived', async () => {
  const organization = await sending({ a: 3, b: 40 })
  await sending({ a: 1000 })
  await core.sampleCounts.flush()
  const before = core.clock().toISOString().slice(0, 10)
  core.advance(86_400)
  const refused = { timestamp: 1, values: { wind: 'strong' as never } }
  await expect(
    organization.act('telemetry.ingest', { params: { thingId: 'a' }, query: {}, body: refused }),
  ).rejects.toMatchObject({ code: 'invalid-request' })
  await send(organization, 'a', 2)
  // Repeated samples count again.
  await send(organization, 'a', 2)
  await core.sampleCounts.flush()
  const to = core.clock().toISOString()
  expect(await organization.act('organization.usage', { query: { days: 3 } })).toMatchObject({
    to,
    samples: 47,
    days: [{ samples: 0 }, { date: before, samples: 43 }, { date: to.slice(0, 10), samples: 4 }],
    things: [
      { thingId: 'b', name: 'Mast b', samples: 40 },
      { thingId: 'a', name: 'Mast a', samples: 7 },
    ],
    otherSamples: 0,
  })
  const { hours } = await organization.act('organization.usage', { query: { days: 1 } })
  expect(hours).toHaveLength(24)
  expect(hours.at(-1)).toEqual({ at: `${to.slice(0, 13)}:00:00.000Z`, samples: 4 })
  // A day ago is the hour before the first of these.
  expect(hours.slice(0, -1).every(({ samples }) => samples === 0)).toBe(true)
  const today = await organization.act('organization.usage', { query: { days: 1 } })
  expect(today).toMatchObject({ samples: 4, things: [{ thingId: 'a', samples: 4 }] })
})

test('usage counts deleted and unreadable things in the total only', async () => {
  const organization = await sending({ a: 3, b: 40, c: 5 })
  await organization.act('things.delete', { params: { thingId: 'b' } })
  await core.sampleCounts.flush()
  const usage = await organization.act(
    'organization.usage',
    { query: { days: 1 } },
    { action: 'read', resourceFilter: 'ORGANIZATION' },
    { action: 'read', resourceFilter: 'THING/mast/c' },
  )
  expect(usage).toMatchObject({
    samples: 48,
    things: [{ thingId: 'c', samples: 5 }],
    otherSamples: 43,
  })
})
