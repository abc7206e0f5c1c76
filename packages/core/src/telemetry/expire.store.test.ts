import { connect } from '@sluice/clickhouse'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { boundedMetrics } from './bounded-metrics.ts'
import { eraseDeletedThings } from './deleted-things.ts'
import { expireSamples } from './expire.ts'

const core = openTestCore()
afterAll(() => core.close())

type Organization = Awaited<ReturnType<typeof newOrganization>>
let organization: Organization
beforeEach(async () => {
  organization = await fleetOf()
})

/** An organization with a thing of two metrics: `level` without a retention of its own, `wind` kept for 400 days. */
async function fleetOf(): Promise<Organization> {
  const made = await newOrganization(core)
  const define = (id: string, retentionDays: number | null) =>
    made.act('metricDefinitions.create', {
      body: { id, name: id, valueType: 'number', retentionDays },
    })
  await define('open', null)
  await define('long', 400)
  const metrics = [
    { key: 'level', metricDefinitionId: 'open' },
    { key: 'wind', metricDefinitionId: 'long' },
  ]
  await made.act('thingTypes.create', { body: { id: 'pump', name: 'Pump', metrics } })
  await made.act('things.create', { body: { id: 'p-1', name: 'P', thingTypeId: 'pump' } })
  return made
}

const keep = (retentionDays: number | null) =>
  organization.act('organization.update', { body: { retentionDays } })

const daysAgo = (days: number) => new Date(core.clock().getTime() - days * 86_400_000).toISOString()

function send(of: Organization, ...days: number[]) {
  const frames = days.map((day) => ({
    timestamp: daysAgo(day),
    values: { level: day, wind: day },
  }))
  return of.act('telemetry.ingest', {
    params: { thingId: 'p-1' },
    query: {},
    body: { frames },
  })
}

/** A metric's samples in two kinds of answers. */
async function kept(of: Organization, metrics: 'level' | 'wind') {
  const params = { thingId: 'p-1' }
  const query = { metrics, from: daysAgo(300), to: 'now' }
  const { values } = await of.act('telemetry.timeseries', { params, query })
  const byDay = { ...query, interval: '1d', aggregate: 'sum' as const }
  const { values: sums } = await of.act('telemetry.timeseries', { params, query: byDay })
  const total = (sums[metrics] ?? []).reduce<number>((sum, value) => sum + Number(value), 0)
  return { samples: values[metrics] ?? [], total }
}

describe('samples older than their retention period', () => {
  it('are rejected, by the setting of the organization if the definition has none', async () => {
    await keep(30)
    await expect(send(organization, 31)).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [{ detail: expect.stringContaining('older than the 30 days that level is kept') }],
    })
    await keep(null)
    await expect(send(organization, 31)).resolves.toMatchObject({ accepted: 2 })
  })

  it('are removed from every answer, in this organization only', async () => {
    const other = await fleetOf()
    await send(organization, 60, 40, 10)
    await send(other, 60)
    await keep(30)
    await expireSamples(core)
    expect(await kept(organization, 'level')).toEqual({ samples: [10], total: 10 })
    expect(await kept(organization, 'wind')).toEqual({ samples: [60, 40, 10], total: 110 })
    expect(await kept(other, 'level')).toEqual({ samples: [60], total: 60 })
  })

  it('are removed from the latest values', async () => {
    await send(organization, 60)
    await keep(30)
    await expireSamples(core)
    const recent = await organization.act('telemetry.recent', {
      params: { thingId: 'p-1' },
      query: {},
    })
    expect(Object.keys(recent.metrics)).toEqual(['wind'])
  })
})

it('a metric with several retention periods is kept for the longest', async () => {
  const { act, id } = organization
  const { number } = await core.db.organization.findUniqueOrThrow({ where: { id } })
  const bounded = async () =>
    (await boundedMetrics(core.db)).flatMap(({ organization, days }) =>
      organization === number ? [days] : [],
    )
  expect(await bounded()).toEqual([400])
  await keep(30)
  expect(await bounded()).toEqual([30, 400])
  await act('metricDefinitions.create', {
    body: { id: 'longer', name: 'Longer', valueType: 'number', retentionDays: 500 },
  })
  const metrics = [
    { key: 'level', metricDefinitionId: 'longer' },
    { key: 'wind', metricDefinitionId: 'open' },
  ]
  await act('thingTypes.create', { body: { id: 'fan', name: 'Fan', metrics } })
  expect(await bounded()).toEqual([500, 400])
  await keep(null)
  expect(await bounded()).toEqual([])
})

describe('the samples of a deleted thing', () => {
  const HOUR = 3_600_000
  const later = (millis: number) => ({
    ...core,
    clock: () => new Date(core.clock().getTime() + millis),
  })

  /** Stored rows of each thing of the organization. */
  async function rowsKept() {
    const { number } = await core.db.organization.findUniqueOrThrow({
      where: { id: organization.id },
    })
    await core.telemetry.flush({ organization: number })
    const client = connect({ url: inject('clickhouseUrl') })
    const counts: number[] = []
    for (const table of ['samples', 'latest', 'rollups', 'touched']) {
      const query = `SELECT toUInt32(count()) FROM ${table} WHERE organization = ${number}`
      const answer = await client.query({ query, format: 'JSONCompact' })
      counts.push(Number((await answer.json<[number]>()).data[0]?.[0]))
    }
    await client.close()
    return counts
  }

  it('are erased once an hour has passed, and those of other things stay', async () => {
    await organization.act('things.create', {
      body: { id: 'p-2', name: 'P', thingTypeId: 'pump' },
    })
    await send(organization, 3, 2)
    const other = { params: { thingId: 'p-2' }, query: {} }
    const frames = [{ timestamp: daysAgo(3), values: { level: 1 } }]
    await organization.act('telemetry.ingest', { ...other, body: { frames } })
    await organization.act('things.delete', { params: { thingId: 'p-1' } })
    await eraseDeletedThings(later(HOUR / 2))
    expect(await rowsKept()).toEqual([5, expect.any(Number), 0, expect.any(Number)])
    await eraseDeletedThings(later(2 * HOUR))
    expect(await rowsKept()).toEqual([1, 1, 0, 1])
    expect(await core.db.deletedThing.count({ where: { organizationId: organization.id } })).toBe(0)
    await eraseDeletedThings(later(2 * HOUR))
    expect(await rowsKept()).toEqual([1, 1, 0, 1])
  })
})
