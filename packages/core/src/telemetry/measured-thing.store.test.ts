import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, it } from 'vitest'
import type { Context } from '../context.ts'
import { openDatabase } from '../database/client.ts'
import { cacheThings, loadThings, loadType } from '../known-things/index.ts'
import { measuredThing } from './measured-thing.ts'

const db = openDatabase(inject('databaseUrl'), 2)
afterAll(() => db.$disconnect())

/** An organization with a station in Oslo and a bare thing, under ids that others use, too. */
async function newOrganization() {
  const organizationId = randomUUID()
  const own = { organizationId }
  const organization = await db.organization.create({
    data: { id: organizationId, name: 'Acme', slug: organizationId },
  })
  await db.site.create({ data: { ...own, id: 'oslo', name: 'Oslo', timezone: 'Europe/Oslo' } })
  await db.metricDefinition.createMany({
    data: [
      {
        ...{ ...own, id: 'air', name: 'Air', valueType: 'number' as const, min: -90, max: 60.5 },
        ...{ expectedIntervalSeconds: 60, retentionDays: 30 },
      },
      { ...own, id: 'mode', name: 'Mode', valueType: 'string', enumValues: ['on', 'off, or so'] },
    ],
  })
  for (const id of ['station', 'bare']) {
    await db.thingType.create({ data: { ...own, id, name: id } })
  }
  await db.metricKey.createMany({
    data: ['mode', 'temperature'].map((key) => ({ ...own, key })),
  })
  await db.thingTypeMetric.createMany({
    data: [
      { key: 'temperature', metricDefinitionId: 'air', required: true, position: 0 },
      { key: 'mode', metricDefinitionId: 'mode', position: 1 },
    ].map((metric) => ({ ...own, thingTypeId: 'station', ...metric })),
  })
  for (const thing of [
    { id: 'station-1', thingTypeId: 'station', siteId: 'oslo' },
    { id: 'bare-1', thingTypeId: 'bare' },
  ]) {
    await db.thing.create({ data: { ...own, name: thing.id, ...thing } })
  }
  const knownThings = cacheThings({
    loadThings: (...asked) => loadThings(db, ...asked),
    loadType: (...asked) => loadType(db, ...asked),
    loadMapping: async () => null,
    loadDefaults: async () => ({}),
    feed: { isCurrent: () => true, subscribe() {} },
  })
  return { db, knownThings, actor: { organization } } as unknown as Context
}

it('a measured thing has its metrics in the order of its type', async () => {
  const ctx = await newOrganization()
  const id = ctx.actor.organization.id
  const thing = await measuredThing(ctx, 'station-1')
  const stored = await db.thing.findFirstOrThrow({ where: { organizationId: id, id: 'station-1' } })
  const keys = await db.metricKey.findMany({ where: { organizationId: id } })
  const numbers = Object.fromEntries(keys.map(({ key, number }) => [key, number]))
  expect(thing).toMatchObject({
    numbers: { organization: ctx.actor.organization.number, thing: stored.number },
    ...{ thingTypeId: 'station', unknownMetrics: 'reject', timezone: 'Europe/Oslo' },
  })
  expect(thing.metrics).toMatchObject([
    {
      ...{ key: 'temperature', number: numbers.temperature, valueType: 'number', required: true },
      ...{ min: -90, max: 60.5, enumValues: [], expectedIntervalSeconds: 60, retentionDays: 30 },
    },
    {
      ...{ key: 'mode', number: numbers.mode, valueType: 'string', required: false },
      ...{ min: null, max: null, enumValues: ['on', 'off, or so'] },
      ...{ expectedIntervalSeconds: null, retentionDays: null },
    },
  ])
})

it('a measured thing may have no metrics and no site', async () => {
  const thing = await measuredThing(await newOrganization(), 'bare-1')
  expect(thing).toMatchObject({ thingTypeId: 'bare', timezone: 'UTC', metrics: [] })
})

it('a measured thing belongs to the organization of the actor only', async () => {
  const [one, other] = [await newOrganization(), await newOrganization()]
  const [mine, theirs] = [
    await measuredThing(one, 'station-1'),
    await measuredThing(other, 'station-1'),
  ]
  expect(mine.numbers.thing).not.toBe(theirs.numbers.thing)
  expect(mine.metrics[0]?.number).not.toBe(theirs.metrics[0]?.number)
  await expect(async () => measuredThing(one, 'no-such-thing')).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('a cached thing is returned at once and shares the metrics of its type', async () => {
  const ctx = await newOrganization()
  const first = await measuredThing(ctx, 'station-1')
  const again = measuredThing(ctx, 'station-1')
  expect(again).not.toBeInstanceOf(Promise)
  expect((await again).metrics).toBe(first.metrics)
})

it('a cached thing whose type is gone is looked up again', async () => {
  const ctx = await newOrganization()
  const organizationId = ctx.actor.organization.id
  await ctx.knownThings.thing(organizationId, 'bare-1')
  await db.thing.update({
    where: { organizationId_id: { organizationId, id: 'bare-1' } },
    data: { thingTypeId: 'station' },
  })
  await db.thingType.delete({ where: { organizationId_id: { organizationId, id: 'bare' } } })
  expect(await measuredThing(ctx, 'bare-1')).toMatchObject({ thingTypeId: 'station' })
})

it.each(['thing', 'type'] as const)(
  'a lookup of a %s that fails rejects the call, and nothing that nobody waits for',
  async (failing) => {
    const fail = () => Promise.reject(new Error('away'))
    const knownThings = {
      thing: failing === 'thing' ? fail : () => ({ thingTypeId: 'station' }),
      type: fail,
    }
    const actor = { organization: { id: 'acme', number: 1 } }
    const unhandled: unknown[] = []
    const note = (cause: unknown) => void unhandled.push(cause)
    process.on('unhandledRejection', note)
    const ctx = { knownThings, actor } as unknown as Context
    await expect(measuredThing(ctx, 'station')).rejects.toThrow('away')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  },
)
