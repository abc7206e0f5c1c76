import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@sluice/clickhouse'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { freeLostJobs } from '../jobs/free-lost-jobs.ts'
import { newOrganization, openTestCore } from '../testing/core.ts'
import { ERASE, type EraseJob, finishErasure, queueErasure } from './erasure-jobs.ts'

const log = mkdtempSync(join(tmpdir(), 'sluice-samples-'))
// An erasure reads every part of its years, so this year is used by no other test. Erased samples may still be in the
// write-ahead log.
const core = openTestCore(new Date('1984-06-01T12:00:00Z'), {
  sampleWriter: { kind: 'this', log },
})
let organization: Awaited<ReturnType<typeof newOrganization>>
afterAll(async () => {
  await core.close()
  rmSync(log, { recursive: true })
})

beforeEach(async () => {
  organization = await newOrganization(core)
  const { act } = organization
  await act('metricDefinitions.create', { body: { id: 'n', name: 'N', valueType: 'number' } })
  await type('station', ['wind', 'rain'])
  for (const id of ['s-1', 's-2']) {
    await act('things.create', { body: { id, name: id, thingTypeId: 'station' } })
  }
})

function type(id: string, keys: string[]) {
  const metrics = keys.map((key) => ({ key, metricDefinitionId: 'n' }))
  return organization.act('thingTypes.create', { body: { id, name: id, metrics } })
}

const at = (hour: number) => `1984-06-01T${String(hour).padStart(2, '0')}:00:00Z`

/** A sample of each metric at each hour, whose value is the hour. */
function send(thingId: string, hours: number[], factor = 1) {
  const frames = hours.map((hour) => ({
    timestamp: at(hour),
    values: { wind: hour * factor, rain: hour * factor },
  }))
  return organization.act('telemetry.ingest', { params: { thingId }, query: {}, body: { frames } })
}

function erase(thingId: string, from: string, to: string, metrics?: string) {
  const query = { from, to, ...(metrics !== undefined && { metrics }) }
  return organization.act('telemetry.erase', { params: { thingId }, query })
}

/** Every answer that contains a metric's samples. */
async function answers(thingId: string, metrics: string) {
  const { act } = organization
  const params = { thingId }
  const range = { from: at(0), to: at(12), metrics }
  const { values: raw } = await act('telemetry.timeseries', { params, query: range })
  const sums = { ...range, interval: '12h', aggregate: 'sum' as const }
  const { values: summed } = await act('telemetry.timeseries', { params, query: sums })
  const { metrics: recent } = await act('telemetry.recent', { params, query: { metrics } })
  const { metrics: summary } = await act('telemetry.summary', { params, query: range })
  return {
    raw: raw[metrics] ?? [],
    sum: summed[metrics]?.[0] ?? null,
    recent: recent[metrics]?.value ?? null,
    count: summary[metrics]?.count ?? 0,
  }
}

const ofHours = (...hours: number[]) => ({
  raw: hours,
  sum: hours.length === 0 ? null : hours.reduce((sum, hour) => sum + hour),
  recent: hours.at(-1) ?? null,
  count: hours.length,
})

describe('erasing samples', () => {
  it('removes only those in the range, excluding its end', async () => {
    await send('s-1', [1, 2, 3, 4])
    await erase('s-1', at(2), at(4))
    expect(await answers('s-1', 'wind')).toEqual(ofHours(1, 4))
  })

  it('makes the preceding sample the latest value', async () => {
    await send('s-1', [1, 2])
    await send('s-1', [3])
    await erase('s-1', at(2), 'now')
    expect(await answers('s-1', 'wind')).toEqual(ofHours(1))
  })

  it('leaves no values when it covers all of them', async () => {
    await send('s-1', [1, 2])
    await erase('s-1', '1900-01-01T00:00:00Z', 'now')
    expect(await answers('s-1', 'wind')).toEqual(ofHours())
  })

  it('removes every version, and keeps the last version of the others', async () => {
    await send('s-1', [1, 2, 3], 10)
    await send('s-1', [1, 2, 3])
    await erase('s-1', at(2), at(3))
    expect(await answers('s-1', 'wind')).toEqual(ofHours(1, 3))
  })

  it('affects the named metrics of this thing only', async () => {
    for (const thing of ['s-1', 's-2']) await send(thing, [1, 2])
    await erase('s-1', at(0), at(12), 'wind')
    expect(await answers('s-1', 'wind')).toEqual(ofHours())
    expect(await answers('s-1', 'rain')).toEqual(ofHours(1, 2))
    expect(await answers('s-2', 'wind')).toEqual(ofHours(1, 2))
  })

  it('includes metrics that the type no longer has', async () => {
    await send('s-1', [1, 2])
    await type('mast', ['rain'])
    const params = { thingId: 's-1' }
    await organization.act('things.update', { params, body: { thingTypeId: 'mast' } })
    await erase('s-1', at(0), at(12), 'wind')
    await organization.act('things.update', { params, body: { thingTypeId: 'station' } })
    expect(await answers('s-1', 'wind')).toEqual(ofHours())
    expect(await answers('s-1', 'rain')).toEqual(ofHours(1, 2))
  })
})

it('erased samples that are sent again are stored again', async () => {
  await send('s-1', [1, 2])
  await erase('s-1', at(0), at(12))
  await send('s-1', [2])
  expect(await answers('s-1', 'wind')).toEqual(ofHours(2))
})

/** The jobs that would finish erasures of the organization. */
async function jobs(): Promise<EraseJob[]> {
  const rows = await core.db.$queryRaw<{ payload: EraseJob }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE ${`${ERASE}/%`}`
  const { number } = await core.db.organization.findUniqueOrThrow({
    where: { id: organization.id },
  })
  return rows.map(({ payload }) => payload).filter((job) => job.organization === number)
}

it('an erasure that was cut off is finished by its job, and what was sent since stays', async () => {
  await send('s-1', [1, 2, 3])
  const client = connect({ url: inject('clickhouseUrl') })
  vi.spyOn(core.telemetry, 'erase').mockImplementationOnce(async ({ organization, thing }) => {
    const query = `DELETE FROM samples WHERE organization = ${organization} AND thing = ${thing}`
    await client.command({ query, clickhouse_settings: { lightweight_deletes_sync: '2' } })
    throw new Error('The process ends here.')
  })
  await expect(erase('s-1', at(0), at(12))).rejects.toThrow()
  await client.close()
  await send('s-1', [2], 10)
  const [job, ...others] = await jobs()
  expect(others).toEqual([])
  // Twice, as a queue may.
  for (const each of [job, job]) {
    if (each) expect(await finishErasure(core, each, 'erase/test')).toBeUndefined()
  }
  expect(await answers('s-1', 'wind')).toEqual(ofHours(20))
  await erase('s-1', at(5), at(6))
  expect(await answers('s-1', 'wind')).toEqual(ofHours(20))
})

it('an erasure whose process ended within the job can be taken up again soon, and one under way is left alone', async () => {
  const keys: string[] = []
  for (const minutes of [1, 3]) {
    const erasure = { organization: 0, thing: 1, metrics: [], from: 0, to: 1, below: '0' }
    const key = await core.db.$transaction((db) => queueErasure(db, erasure))
    keys.push(key)
    await core.db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_by = ${`worker ${minutes}`},
        locked_at = now() - make_interval(mins => ${minutes}) WHERE key = ${key}`
  }
  for (let turn = 0; turn < 2; turn += 1) await freeLostJobs(core)
  const rows = await core.db.$queryRaw<{ key: string; locked_by: string | null }[]>`
    SELECT key, locked_by FROM graphile_worker._private_jobs WHERE key = ANY(${keys}) ORDER BY id`
  expect(rows.map(({ locked_by }) => locked_by)).toEqual(['worker 1', null])
})

it('an erasure that is done leaves no job', async () => {
  await send('s-1', [1])
  await erase('s-1', at(0), at(12))
  expect(await jobs()).toEqual([])
})

it('the latest value is right after the same samples were erased, sent and erased again', async () => {
  await send('s-1', [1])
  for (let turn = 0; turn < 2; turn += 1) {
    await send('s-1', [3])
    await erase('s-1', at(2), at(4))
    expect(await answers('s-1', 'wind')).toEqual(ofHours(1))
  }
})

it('writes concurrent with an erasure are in all answers or in none', async () => {
  await send('s-1', [1])
  const writes = Promise.all([2, 3, 4, 5].map((hour) => send('s-1', [hour])))
  await erase('s-1', at(0), at(12))
  await writes
  const { raw, ...others } = await answers('s-1', 'wind')
  expect({ raw, ...others }).toEqual(ofHours(...(raw as number[])))
})

it('an erasure of samples is audited', async () => {
  await erase('s-1', at(0), at(12), 'wind')
  const query = { operation: 'telemetry.erase' }
  const { items } = await organization.act('audit.list', { query })
  expect(items).toMatchObject([
    {
      resource: 'THING/station/s-1',
      before: {
        from: '1984-06-01T00:00:00.000Z',
        to: '1984-06-01T12:00:00.000Z',
        metrics: ['wind'],
      },
    },
  ])
})

it('an invalid erasure lists its errors and erases nothing', async () => {
  await send('s-1', [1])
  await expect(erase('s-1', 'yesterday', at(12), 'wind,snow')).rejects.toMatchObject({
    code: 'invalid-request',
    errors: [
      { pointer: '/query/from' },
      { pointer: '/query/metrics', detail: 'no thing ever had a metric snow' },
    ],
  })
  await expect(erase('s-1', at(2), at(1))).rejects.toMatchObject({ code: 'invalid-request' })
  expect(await answers('s-1', 'wind')).toEqual(ofHours(1))
})
