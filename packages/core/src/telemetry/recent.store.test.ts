import type { MeasuredThing } from '@sluice/telemetry'
import type { SampleStore } from '@sluice/telemetry/testing'
import { metricOf, openTestStore, thingOf } from '@sluice/telemetry/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from './ingest.ts'
import { recent } from './recent.ts'
import { contextOf } from './testing/context.ts'

let store: SampleStore

const params = { thingId: 'station-1' }
const now = new Date('2026-02-01T00:00:00Z')

function station() {
  return thingOf([
    metricOf('wind', 'number', 1, { expectedIntervalSeconds: 60 }),
    metricOf('door', 'boolean', 2),
    metricOf('state', 'string', 3),
  ])
}

function send(thing: MeasuredThing, ...frames: { timestamp: string; values: object }[]) {
  const query = { onError: 'fail' as const }
  return ingest(contextOf(store, thing, now), { params, query, body: { frames } as never })
}

async function latest(thing: MeasuredThing, metrics?: string) {
  const query = metrics === undefined ? {} : { metrics }
  return (await recent(contextOf(store, thing, now), { params, query })).metrics
}

describe.each(['shared', 'this'] as const)('a latest value in a store of the kind %s', (kind) => {
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('is the sample with the latest time, with its age', async () => {
    const thing = station()
    await send(thing, { timestamp: '2026-01-31T23:58:00Z', values: { wind: 3, door: true } })
    await send(thing, {
      timestamp: '2026-01-31T23:57:00.000001Z',
      values: { wind: 9, state: '' },
    })
    await send(thing, { timestamp: '1950-01-01T00:00:00Z', values: { wind: 1, door: false } })
    expect(await latest(thing)).toEqual({
      wind: { timestamp: '2026-01-31T23:58:00.000Z', value: 3, ageSeconds: 120, stale: false },
      door: { timestamp: '2026-01-31T23:58:00.000Z', value: true, ageSeconds: 120, stale: null },
      state: {
        timestamp: '2026-01-31T23:57:00.000001Z',
        ...{ value: '', ageSeconds: 179.999999, stale: null },
      },
    })
  })

  it('is replaced by a later write for the same time, within and across calls', async () => {
    const thing = station()
    const timestamp = '2026-01-31T23:58:00Z'
    const write = (wind: number) => ({ timestamp, values: { wind } })
    await send(thing, write(1), write(2))
    expect((await latest(thing)).wind?.value).toBe(2)
    await send(thing, write(-5))
    expect((await latest(thing)).wind?.value).toBe(-5)
  })

  it('is stale after twice the expected interval', async () => {
    const thing = station()
    await send(thing, { timestamp: '2026-01-31T23:57:59.999999Z', values: { wind: 1 } })
    expect((await latest(thing)).wind).toMatchObject({ ageSeconds: 120.000001, stale: true })
  })

  it('has age 0 when it is ahead of the clock', async () => {
    const thing = station()
    await send(thing, { timestamp: '2026-02-01T00:05:00Z', values: { wind: 1 } })
    expect((await latest(thing)).wind).toMatchObject({ ageSeconds: 0, stale: false })
  })

  it('is omitted for metrics without samples or not requested', async () => {
    const thing = station()
    expect(await latest(thing)).toEqual({})
    await send(thing, { timestamp: '2026-01-31T00:00:00Z', values: { wind: 1, door: true } })
    expect(Object.keys(await latest(thing, 'state,door'))).toEqual(['door'])
    await expect(latest(thing, 'rain')).rejects.toMatchObject({
      errors: [{ pointer: '/query/metrics' }],
    })
  })

  it('belongs to its own thing only', async () => {
    const thing = station()
    const other = { ...thing, numbers: { ...thing.numbers, thing: 8 } }
    await Promise.all([
      send(thing, { timestamp: '2026-01-31T00:00:00Z', values: { wind: 1 } }),
      send(other, { timestamp: '2026-01-31T00:00:00Z', values: { wind: 2 } }),
    ])
    expect((await latest(thing)).wind?.value).toBe(1)
    expect((await latest(other)).wind?.value).toBe(2)
  })
})
