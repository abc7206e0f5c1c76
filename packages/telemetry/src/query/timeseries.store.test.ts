import { isoOf } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { contextOf, timeseries } from '../testing/calls.ts'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { metricOf, thingOf } from '../testing/things.ts'
import { now, params, station, workbench } from '../testing/workbench.ts'

describe.each(waysToAnswer)('a query answered %s', (_, kind) => {
  const store = openedStore(kind)

  const { query, allPages, faultsOf, send, filled } = workbench(store)

  const range = { from: '2026-03-20T00:00:00Z', to: '2026-04-05T00:00:00Z' }

  describe('a time series of raw samples', () => {
    it('has one row per timestamp, with null where a metric has no sample', async () => {
      const { thing, samples } = await filled(range.from, range.to, 400)
      const answer = await query(thing, range)
      const times = [...new Set(samples.map(({ time }) => time))]
      expect(answer.timestamps).toEqual(times)
      for (const [metric, column] of Object.entries(answer.values)) {
        const own = new Map(
          samples.filter((s) => s.metric === metric).map((s) => [s.time, s.value]),
        )
        expect(column).toEqual(times.map((time) => own.get(time) ?? null))
      }
      expect(answer).toMatchObject({ interval: null, timezone: null, thingId: 'station-1' })
      expect(answer.nextCursor).toBeNull()
      expect(answer.from).toBe('2026-03-20T00:00:00.000Z')
    })

    it('has the value type of each column, even of an empty one', async () => {
      const thing = station()
      expect(await query(thing, range)).toMatchObject({
        timestamps: [],
        valueTypes: { temperature: 'number', door: 'boolean', state: 'string', steps: 'number' },
      })
      const metrics = 'door:last,door:max,state:count,state:first'
      const { valueTypes } = await query(thing, { ...range, interval: '1d', metrics })
      expect(valueTypes).toEqual({
        ...{ 'door:last': 'boolean', 'door:max': 'number' },
        ...{ 'state:count': 'number', 'state:first': 'string' },
      })
    })

    it('has a column for a metric of any name, even __proto__', async () => {
      const thing = thingOf([metricOf('__proto__', 'number', 1)])
      await send(thing, [{ metric: '__proto__', time: '2026-03-21T00:00:00.000Z', value: 7 }])
      for (const more of [{}, { interval: '1d' }]) {
        const { values } = await query(thing, { ...range, ...more })
        const [name = ''] = Object.keys(values)
        expect([name.split(':')[0], values[name]]).toEqual(['__proto__', [7]])
      }
    })

    it('includes the start of its range and excludes the end', async () => {
      const thing = station()
      const times = [
        '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000001Z',
        '2026-01-01T00:00:01.000Z',
      ]
      await send(
        thing,
        times.map((time) => ({ metric: 'steps', time, value: 1 })),
      )
      const [first = '', second = '', third = ''] = times
      expect((await query(thing, { from: first, to: third })).timestamps).toEqual([first, second])
      expect((await query(thing, { from: second, to: third })).timestamps).toEqual([second])
    })

    it.each(['asc', 'desc'] as const)('is complete and in order when paged, %s', async (order) => {
      const { thing, samples } = await filled(range.from, range.to, 300)
      const times = [...new Set(samples.map(({ time }) => time))]
      const pages = await allPages(thing, { ...range, order, limit: 25 })
      expect(pages).toHaveLength(Math.ceil(times.length / 25))
      expect(pages.flatMap(({ timestamps }) => timestamps)).toEqual(
        order === 'asc' ? times : times.toReversed(),
      )
      const whole = await query(thing, { ...range, order })
      expect(pages.flatMap(({ values }) => values.temperature)).toEqual(whole.values.temperature)
    })

    it('keeps the range of its first page on later pages', async () => {
      const thing = station()
      const at = (seconds: number) => isoOf((now.getTime() - seconds * 1000) * 1000)
      await send(
        thing,
        [30, 20, 10].map((s) => ({ metric: 'steps', time: at(s), value: s })),
      )
      const first = await query(thing, { from: '-1m', limit: 2 })
      const later = new Date(now.getTime() + 3_600_000)
      const rest = await timeseries(contextOf(store(), thing, later), {
        params,
        query: {
          from: '-1m',
          to: 'now',
          fill: 'none',
          order: 'asc',
          limit: 2,
          cursor: first.nextCursor ?? '',
        },
      })
      expect(rest.values.steps).toEqual([10])
      expect([rest.from, rest.to, rest.nextCursor]).toEqual([first.from, first.to, null])
    })

    it('is empty where no samples were sent', async () => {
      expect(await query(station(), { metrics: 'door' })).toMatchObject({
        ...{ timestamps: [], values: { door: [] }, nextCursor: null },
      })
      expect(await query(thingOf([]), {})).toMatchObject({ timestamps: [], values: {} })
    })
  })

  describe('faults of a time series query', () => {
    it('are listed all at once', async () => {
      const wanted = { from: 'x', to: 'y', interval: '200000d', metrics: 'rain', timezone: 'Mars' }
      const faults = await faultsOf(station(), wanted)
      expect(faults.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        ...['/query/from', '/query/to', '/query/metrics', '/query/interval', '/query/timezone'],
      ])
    })

    it('include a numeric aggregate of a string metric', async () => {
      const detail = 'state is a string metric and has no avg; use state:count'
      expect(await faultsOf(station(), { interval: '1h', metrics: 'state' })).toEqual([
        { pointer: '/query/aggregate', detail },
      ])
      expect(await faultsOf(station(), { interval: '1h', metrics: 'state:avg' })).toEqual([
        { pointer: '/query/metrics', detail },
      ])
      expect(await faultsOf(station(), { interval: '1h', aggregate: 'count' })).toEqual([])
      expect(await faultsOf(station(), { interval: '1h' })).toEqual([])
    })

    it('include an aggregate without an interval', async () => {
      expect(await faultsOf(station(), { metrics: 'steps:max' })).toEqual([
        {
          pointer: '/query/metrics',
          detail: 'steps:max names an aggregate, which needs an interval',
        },
      ])
    })

    it('include a cursor of another query', async () => {
      const { thing } = await filled(range.from, range.to, 50)
      const { nextCursor } = await query(thing, { ...range, limit: 1 })
      const cursor = nextCursor ?? ''
      expect(await faultsOf(thing, { ...range, limit: 5, cursor })).toEqual([])
      for (const other of [
        { order: 'desc' },
        { metrics: 'door' },
        { interval: '1h', metrics: 'door' },
        { timezone: 'Asia/Tokyo' },
      ] as const) {
        expect(await faultsOf(thing, { ...range, limit: 1, cursor, ...other })).toMatchObject([
          { pointer: '/query/cursor' },
        ])
      }
    })
  })
})
