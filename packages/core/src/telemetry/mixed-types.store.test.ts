import { arrowOfSeries } from '@sluice/formats'
import { tableFromIPC } from '@uwdata/flechette'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newOrganization, openTestCore, type TestCore } from '../testing/core.ts'

/** Things of one fleet whose types define `level` as a number, a string and a boolean; `flow` is an integer for one of them. */
const types = {
  tank: { level: 'number', flow: 'number' },
  valve: { level: 'string', flow: 'integer' },
  door: { level: 'boolean', flow: 'number' },
} as const
/** Each is the first or last sample of an hour. */
const sent = [
  ['tank', '10:10', 2.5],
  ['valve', '10:50', 'high'],
  ['door', '11:10', true],
  ['tank', '11:50', 3],
  ['tank', '12:10', -0.5],
  ['tank', '12:50', 7],
] as const
const params = { fleetId: 'yard' }
const range = { from: '2026-06-01T10:00:00Z', to: '2026-06-01T13:00:00Z', interval: '1h' }

let core: TestCore
let organization: Awaited<ReturnType<typeof newOrganization>>
beforeAll(async () => {
  core = openTestCore(new Date('2026-06-01T14:00:00Z'))
  organization = await newOrganization(core)
  const { act } = organization
  for (const valueType of ['number', 'integer', 'string', 'boolean'] as const) {
    await act('metricDefinitions.create', { body: { id: valueType, name: valueType, valueType } })
  }
  for (const [id, keys] of Object.entries(types)) {
    const metrics = Object.entries(keys).map(([key, metricDefinitionId]) => {
      return { key, metricDefinitionId }
    })
    await act('thingTypes.create', { body: { id, name: id, metrics } })
    await act('things.create', { body: { id, name: id, thingTypeId: id } })
  }
  await act('fleets.create', { body: { id: 'yard', name: 'Yard' } })
  await act('fleets.changeMembers', { params, body: { add: Object.keys(types), remove: [] } })
  for (const [thingId, time, level] of sent) {
    const frames = [{ timestamp: `2026-06-01T${time}:00Z`, values: { level, flow: 1 } }]
    await act('telemetry.ingest', { params: { thingId }, query: {}, body: { frames } })
  }
})
afterAll(() => core.close())

const ask = (query: object) =>
  organization.act('telemetry.fleetTimeseries', { params, query: { ...range, ...query } })

const typesOf = (answer: Parameters<typeof arrowOfSeries>[0]) =>
  tableFromIPC(arrowOfSeries(answer)).schema.fields.map(({ name, type }) => [name, type.typeId])

it('values of a metric that is a string for some things are returned as text', async () => {
  const metrics = 'level:first,level:last,level:max,level:count,flow:last'
  expect(await ask({ metrics })).toMatchObject({
    valueTypes: {
      ...{ 'level:first': 'string', 'level:last': 'string' },
      ...{ 'level:max': 'number', 'level:count': 'number', 'flow:last': 'number' },
    },
    values: {
      ...{ 'level:first': ['2.5', '1', '-0.5'], 'level:last': ['high', '3', '7'] },
      ...{ 'level:max': [2.5, 3, 7], 'level:count': [2, 2, 2], 'flow:last': [1, 1, 1] },
    },
  })
})

it('metrics of mixed types have Arrow columns of one type on every page', async () => {
  for (const groupBy of ['none', 'thing'] as const) {
    const query = { groupBy, metrics: 'level:last,flow:last', limit: 1 }
    const first = await ask(query)
    const second = await ask({ ...query, cursor: first.nextCursor })
    const third = await ask({ ...query, cursor: second.nextCursor })
    expect(third.nextCursor).toBeNull()
    expect(typesOf(second)).toEqual(typesOf(first))
    expect(typesOf(third)).toEqual(typesOf(first))
  }
})

it('text values are filled by previous values, not linearly', async () => {
  const half = { ...range, interval: '30m', metrics: 'level:last' }
  const previous = await ask({ ...half, fill: 'previous' })
  expect(previous.values).toEqual({ 'level:last': ['2.5', 'high', '1', '3', '-0.5', '7'] })
  const quarter = { ...range, interval: '20m', metrics: 'level:last' }
  expect((await ask({ ...quarter, fill: 'linear' })).values?.['level:last']?.slice(-3)).toEqual([
    ...['-0.5', null, '7'],
  ])
})
