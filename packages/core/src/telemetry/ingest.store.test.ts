import type { MeasuredThing } from '@sluice/telemetry'
import {
  arrowOf,
  metricOf,
  openedStore,
  openSampleStore,
  thingOf,
  timesColumn,
} from '@sluice/telemetry/testing'
import { bool, dictionary, float64, int32, int64, utf8 } from '@uwdata/flechette'
import { describe, expect, it } from 'vitest'
import { ingest, ingestArrow, ingestColumnar } from './ingest.ts'
import { contextOf } from './testing/context.ts'
import { timeseries } from './timeseries.ts'

const store = openedStore('this')

const params = { thingId: 'station-1' }
const now = new Date('2026-02-01T00:00:00Z')
/** Epoch milliseconds close to all times used here. */
const T = 1e12

function station(): MeasuredThing {
  return thingOf([
    metricOf('number', 'number', 1),
    metricOf('integer', 'integer', 2),
    metricOf('flag', 'boolean', 3),
    metricOf('text', 'string', 4),
  ])
}

function send(thing: MeasuredThing, body: unknown, onError: 'fail' | 'skip' = 'fail') {
  return ingest(contextOf(store(), thing, now), { params, query: { onError }, body: body as never })
}

function sendColumns(thing: MeasuredThing, body: unknown, onError: 'fail' | 'skip' = 'fail') {
  const input = { params, query: { onError }, body: body as never }
  return ingestColumnar(contextOf(store(), thing, now), input)
}

/** All raw samples of the thing. */
async function read(thing: MeasuredThing) {
  const query = {
    from: '1900-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
    fill: 'none',
  } as const
  const series = await timeseries(contextOf(store(), thing, now), {
    params,
    query: { ...query, order: 'asc', limit: 1000 },
  })
  return { ...series, timestamps: series.timestamps.texts() }
}

describe('a table ingested as an Arrow stream', () => {
  it('is read back unchanged', async () => {
    const thing = station()
    const values = [-0, 5e-324, 1.7976931348623157e308, 2 ** 53 - 1, null]
    const body = arrowOf({
      timestamp: timesColumn(3, [0n, 1000n, 2001n, 1_700_000_000_123_456_789n, 1n << 60n], 'UTC'),
      number: [float64(), values],
      integer: [int64(), [null, 2 ** 53 - 1, -(2 ** 53 - 1), null, null]],
      flag: [bool(), [true, null, false, null, null]],
      text: [dictionary(utf8(), int32()), ['', 'æ🚚', null, 'x'.repeat(4096), 'æ🚚']],
    })
    const ctx = contextOf(store(), thing, now)
    const query = { onError: 'fail' } as const
    const answer = await ingestArrow(ctx, { params, query, body })
    expect(answer).toEqual({ accepted: 12, rejected: 0, errors: [] })
    const series = await read(thing)
    expect(series.timestamps).toEqual([
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000001Z',
      '1970-01-01T00:00:00.000002Z',
      '2006-07-14T23:58:24.606846Z',
      '2023-11-14T22:13:20.123456Z',
    ])
    expect(series.values).toEqual({
      number: [-0, 5e-324, 1.7976931348623157e308, null, 2 ** 53 - 1],
      integer: [null, 2 ** 53 - 1, -(2 ** 53 - 1), null, null],
      flag: [true, null, false, null, null],
      text: ['', 'æ🚚', null, 'æ🚚', 'x'.repeat(4096)],
    })
  })
})

describe('a stored sample', () => {
  it.each([
    0,
    0.1,
    -1.5e-300,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    2 ** 53,
    -0,
    1 / 3,
  ])('keeps the number %d exactly', async (number) => {
    const thing = station()
    await send(thing, { timestamp: T + 1, values: { number } })
    expect((await read(thing)).values.number).toEqual([number])
  })

  it('keeps its type', async () => {
    const thing = station()
    const values = { integer: Number.MIN_SAFE_INTEGER, flag: false, text: '' }
    await send(thing, { timestamp: T + 1, values })
    expect((await read(thing)).values).toEqual({
      number: [null],
      integer: [Number.MIN_SAFE_INTEGER],
      flag: [false],
      text: [''],
    })
  })

  it.each(['', 'på 😀', '"\\\'\n\t\0', 'x'.repeat(4096), 'null', '‮'])(
    'keeps the string %j',
    async (text) => {
      const thing = station()
      await send(thing, { timestamp: T + 1, values: { text } })
      expect((await read(thing)).values.text).toEqual([text])
    },
  )

  it('keeps its time to the microsecond, from 1900 on', async () => {
    const thing = station()
    const times = [
      '1900-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.999999Z',
      '1970-01-01T00:00:00.000001Z',
      '2026-01-31T12:00:00.123456Z',
      '2026-02-01T00:10:00.000Z',
    ]
    const frames = times.map((timestamp) => ({ timestamp, values: { flag: true } }))
    await send(thing, { frames })
    expect((await read(thing)).timestamps).toEqual(times)
  })

  it('may be from any of many years within one call', async () => {
    const thing = station()
    const timestamps = Array.from({ length: 127 }, (_, i) => `${1900 + i}-01-01T00:00:00.000Z`)
    const number = timestamps.map((_, i) => i)
    expect(await sendColumns(thing, { timestamps, values: { number } })).toEqual({
      ...{ accepted: 127, rejected: 0, errors: [] },
    })
    expect(await read(thing)).toMatchObject({ timestamps, values: { number } })
  })
})

describe('a later write for the same sample', () => {
  it('wins within a call', async () => {
    const thing = station()
    const frames = [
      { timestamp: T + 5, values: { number: 1, flag: true } },
      { timestamp: T + 4, values: { number: 10 } },
      { timestamp: T + 5, values: { number: 2 } },
      { timestamp: T + 5, values: { number: 3 } },
    ]
    await send(thing, { frames })
    expect((await read(thing)).values).toMatchObject({ number: [10, 3], flag: [null, true] })
    await sendColumns(thing, { timestamps: [T + 5, T + 4, T + 5], values: { number: [7, 8, 9] } })
    expect((await read(thing)).values.number).toEqual([8, 9])
  })

  it('wins across calls, and across calls stored together', async () => {
    const thing = station()
    const write = (number: number) => send(thing, { timestamp: T + 5, values: { number } })
    await write(1)
    await Promise.all([2, 3, 4, 5].map(write))
    expect((await read(thing)).values.number).toEqual([5])
  })

  it('wins when it is repeated, too', async () => {
    const thing = station()
    for (const number of [1, 2, 2]) await send(thing, { timestamp: T + 5, values: { number } })
    expect((await read(thing)).values.number).toEqual([2])
  })
})

describe('an invalid sample', () => {
  const frames = [
    { timestamp: T + 1, values: { number: 1, flag: 'x' } },
    { timestamp: T + 2, values: { number: 2 } },
  ]
  const errors = [{ pointer: '/body/frames/0/values/flag', detail: 'must be true or false' }]

  it('fails the whole call, and nothing is stored', async () => {
    const thing = station()
    await expect(send(thing, { frames })).rejects.toMatchObject({ code: 'invalid-request', errors })
    expect((await read(thing)).timestamps).toEqual([])
  })

  it('is listed and skipped if the caller requests that', async () => {
    const thing = station()
    expect(await send(thing, { frames }, 'skip')).toEqual({ accepted: 2, rejected: 1, errors })
    expect((await read(thing)).values).toMatchObject({ number: [1, 2], flag: [null, null] })
  })

  it('cannot be skipped when the body as a whole is invalid', async () => {
    const body = { timestamps: [T], values: { number: [1, 2] } }
    await expect(sendColumns(station(), body, 'skip')).rejects.toMatchObject({
      errors: [{ pointer: '/body/values/number' }],
    })
  })
})

describe('a call of ingestion', () => {
  it('marks the thing as seen only if something was stored', async () => {
    const thing = station()
    const ctx = contextOf(store(), thing, now)
    const input = { params, query: { onError: 'fail' as const } }
    await ingest(ctx, { ...input, body: { timestamp: T + 1, values: {} } })
    expect(ctx.seen).toEqual([])
    await ingest(ctx, { ...input, body: { timestamp: T + 1, values: { number: 1 } } })
    const { thing: number } = thing.numbers
    expect(ctx.seen).toEqual([['acme', 'station-1', { at: now, number }]])
  })

  it('does not affect other organizations or things', async () => {
    const thing = station()
    await send(thing, { timestamp: T + 1, values: { number: 1 } })
    const { organization } = thing.numbers
    for (const numbers of [
      { organization, thing: 8 },
      { organization: organization + 1, thing: 7 },
    ]) {
      expect((await read({ ...thing, numbers })).timestamps).toEqual([])
    }
  })
})

describe('a sample store out of reach', () => {
  it('is reported as unavailable, without its address', async () => {
    const url = 'http://user:secret@127.0.0.1:1'
    const away = openSampleStore({ url, clock: () => now })
    const failure = await away.latest(1, [1]).catch((error) => error)
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 1 })
    expect(`${failure.message} ${failure.cause}`).not.toContain('secret')
    await expect(away.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(away.query('SELECT 1', {})).rejects.toMatchObject({ code: 'unavailable' })
    await away.close()
  })
})
