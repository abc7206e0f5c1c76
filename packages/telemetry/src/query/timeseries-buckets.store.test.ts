import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { metricOf, thingOf } from '../testing/things.ts'
import { station, workbench } from '../testing/workbench.ts'
import { gridOf, readInterval } from './calendar/grid.ts'
import { openZone } from './calendar/zone.ts'

describe.each(waysToAnswer)('a query answered %s', (_, kind) => {
  const store = openedStore(kind)

  const { query, allPages, send, filled } = workbench(store)

  const range = { from: '2026-03-20T00:00:00Z', to: '2026-04-05T00:00:00Z' }

  const aggregateOf: Record<
    'avg' | 'min' | 'max' | 'sum' | 'count',
    (numbers: number[]) => number
  > = {
    avg: (numbers) => aggregateOf.sum(numbers) / numbers.length,
    min: (numbers) => Math.min(...numbers),
    max: (numbers) => Math.max(...numbers),
    sum: (numbers) => numbers.reduce((sum, number) => sum + number, 0),
    count: (numbers) => numbers.length,
  }

  /** The local time according to Intl, down to the bucket's unit: independent of zone.ts and grid.ts. */
  function localName(time: string, unit: 'd' | 'mo', timeZone: string): string {
    const local = new Date(time).toLocaleString('sv-SE', { timeZone })
    return local.slice(0, unit === 'd' ? 10 : 7)
  }

  describe('buckets of a time series', () => {
    it.each(['avg', 'min', 'max', 'sum', 'count'] as const)(
      'have the right %s',
      async (aggregate) => {
        const { thing, samples } = await filled(range.from, range.to, 500)
        const answer = await query(thing, {
          ...range,
          interval: '1d',
          aggregate,
          metrics: 'temperature,door',
        })
        const days = [
          ...new Set(
            samples.filter((s) => /^(temp|door)/.test(s.metric)).map((s) => s.time.slice(0, 10)),
          ),
        ]
        expect(answer.timestamps).toEqual(days.map((day) => `${day}T00:00:00.000Z`))
        for (const metric of ['temperature', 'door']) {
          const expected = days.map((day) => {
            const own = samples.filter((s) => s.metric === metric && s.time.startsWith(day))
            return own.length === 0 ? null : aggregateOf[aggregate](own.map((s) => Number(s.value)))
          })
          for (const [i, value] of (answer.values[metric] ?? []).entries()) {
            if (expected[i] === null) expect(value).toBeNull()
            else expect(value).toBeCloseTo(expected[i] as number, 9)
          }
        }
      },
    )

    it('may have different aggregates for each metric', async () => {
      const thing = station()
      const time = '2026-10-31T12:00:00.000Z'
      await send(thing, [
        { metric: 'temperature', time, value: 1 },
        { metric: 'temperature', time: '2026-10-31T12:30:00Z', value: 4 },
        { metric: 'state', time, value: 'on' },
        { metric: 'door', time, value: true },
      ])
      const metrics = 'temperature:max,temperature,state:count,door:sum,steps'
      const { timestamps, values } = await query(thing, {
        interval: '1h',
        aggregate: 'min',
        metrics,
      })
      expect(timestamps).toEqual([time])
      expect(values).toEqual({
        'temperature:max': [4],
        temperature: [1],
        'state:count': [1],
        'door:sum': [1],
        steps: [null],
      })
    })

    it('count strings but ignore them in numeric aggregates', async () => {
      const thing = station()
      await send(thing, [{ metric: 'state', time: '2026-10-31T12:00:00Z', value: 'on' }])
      const asNumber = thingOf([metricOf('state', 'number', 3)], { numbers: thing.numbers })
      await send(asNumber, [{ metric: 'state', time: '2026-10-31T12:01:00Z', value: 5 }])
      const metrics = 'state:avg,state:min,state:max,state:sum,state:count'
      const { values } = await query(asNumber, { interval: '1h', metrics })
      expect(Object.values(values)).toEqual([[5], [5], [5], [5], [2]])
      expect((await query(asNumber, {})).values.state).toEqual(['on', 5])
    })

    const places = [
      ['Europe/Oslo', '2026-03-20T00:00:00Z', '2026-04-05T00:00:00Z'],
      ['Europe/Oslo', '2026-10-20T00:00:00Z', '2026-10-31T00:00:00Z'],
      ['America/New_York', '2026-03-01T00:00:00Z', '2026-03-15T00:00:00Z'],
      ['America/Sao_Paulo', '2018-11-01T00:00:00Z', '2018-11-09T00:00:00Z'],
      ['America/Sao_Paulo', '2019-02-13T00:00:00Z', '2019-02-20T00:00:00Z'],
      ['America/Havana', '2026-10-01T00:00:00Z', '2026-10-31T00:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-01T00:00:00Z', '2026-04-09T00:00:00Z'],
      ['Asia/Kolkata', '1969-12-20T00:00:00Z', '1970-01-10T00:00:00Z'],
      ['Pacific/Apia', '2011-12-25T00:00:00Z', '2012-01-05T00:00:00Z'],
      ['America/Coyhaique', '2026-01-01T00:00:00Z', '2026-10-31T00:00:00Z'],
    ] as const

    it.each(places)('are local days and months: %s from %s to %s', async (timezone, from, to) => {
      const { thing, samples } = await filled(from, to, 300, timezone)
      const own = samples.filter(({ metric }) => metric === 'temperature')
      for (const unit of ['d', 'mo'] as const) {
        const counts = new Map<string, number>()
        for (const { time } of own) {
          const name = localName(time, unit, timezone)
          counts.set(name, (counts.get(name) ?? 0) + 1)
        }
        const wanted = { from, to, interval: `1${unit}`, metrics: 'temperature:count' }
        const answer = await query(thing, wanted)
        expect(answer.values['temperature:count']).toEqual([...counts.values()])
        for (const [i, start] of answer.timestamps.entries()) {
          expect(localName(start, unit, timezone)).toBe([...counts.keys()][i])
          const before = isoOf(microsOfIso(start) - 1)
          expect(localName(before, unit, timezone)).not.toBe([...counts.keys()][i])
        }
      }
    })

    it('have 23 and 25 hours where the clocks change', async () => {
      const thing = station('Europe/Oslo')
      for (const [day, hours] of [
        ['2026-03-29', 23],
        ['2026-10-25', 25],
      ] as const) {
        const noon = microsOfIso(`${day}T12:00:00Z`)
        const samples = Array.from({ length: 96 }, (_, i) => {
          return { metric: 'steps', time: isoOf(noon + (i - 48) * 3600e6), value: 1 }
        })
        await send(thing, samples)
        const from = isoOf(noon - 36 * 3600e6)
        const to = isoOf(noon + 36 * 3600e6)
        const { timestamps, values } = await query(thing, {
          from,
          to,
          interval: '1d',
          metrics: 'steps:sum',
        })
        const start = isoOf(openZone('Europe/Oslo').startOfDay(Date.parse(day) / 86_400_000) * 1000)
        expect(values['steps:sum']?.[timestamps.indexOf(start)]).toBe(hours)
      }
    })

    it.each(['asc', 'desc'] as const)('are the same when paged, %s', async (order) => {
      const { thing } = await filled(range.from, range.to, 300, 'Europe/Oslo')
      for (const interval of ['5h', '1d', '2w']) {
        const wanted = { ...range, interval, order, metrics: 'temperature:sum,door' }
        const whole = await query(thing, wanted)
        const pages = await allPages(thing, { ...wanted, limit: 3 })
        expect(pages).toHaveLength(Math.ceil(whole.timestamps.length / 3))
        expect(pages.flatMap(({ timestamps }) => timestamps)).toEqual(whole.timestamps)
        for (const column of ['temperature:sum', 'door']) {
          expect(pages.flatMap(({ values }) => values[column])).toEqual(whole.values[column])
        }
      }
    })

    it('skip long gaps', async () => {
      const thing = station()
      const times = [
        '1931-05-05T00:00:00.000Z',
        '1987-01-02T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z',
      ]
      await send(
        thing,
        times.map((time) => ({ metric: 'steps', time, value: 1 })),
      )
      const wanted = {
        from: '1900-01-01T00:00:00Z',
        to: 'now',
        interval: '1s',
        metrics: 'steps:sum',
        limit: 2,
      }
      const pages = await allPages(thing, wanted)
      expect(pages.map(({ timestamps }) => timestamps)).toEqual([times.slice(0, 2), times.slice(2)])
      expect((await allPages(thing, { ...wanted, interval: '1d', limit: 1 })).length).toBe(3)
    })

    it('stay in order where clocks go back over midnight', async () => {
      const thing = station('America/St_Johns')
      const midnight = microsOfIso('2010-11-07T02:30:00Z')
      const minutes = Array.from({ length: 180 }, (_, i) => isoOf(midnight + (i - 60) * 60e6))
      await send(
        thing,
        minutes.map((time) => ({ metric: 'steps', time, value: 1 })),
      )
      const wanted = { to: '2010-11-08T00:00:00Z', interval: '1d', metrics: 'steps:sum' }
      const whole = await query(thing, { ...wanted, from: '2010-11-06T00:00:00Z' })
      expect(whole.timestamps).toEqual(['2010-11-06T02:30:00.000Z', '2010-11-07T02:30:00.000Z'])
      expect(whole.values['steps:sum']).toEqual([60, 120])
      const part = await query(thing, { ...wanted, from: '2010-11-07T02:45:00Z' })
      expect(part.timestamps).toEqual(['2010-11-07T02:30:00.000Z'])
      expect(part.values['steps:sum']).toEqual([105])
    })
  })
})

describe('the numbers of buckets', () => {
  const store = openedStore()

  it('are the same in SQL and TypeScript, in every time zone', async () => {
    const random = randomOf(7)
    const zones = [
      ...Intl.supportedValuesOf('timeZone').filter((_, i) => i % 30 === 0),
      'America/St_Johns',
    ]
    for (const name of zones) {
      const start = Date.UTC(1900 + Math.floor(random() * 120), 0) * 1000
      const width = 10 * 366 * 86_400e6
      const times = Array.from({ length: 200 }, () => start + Math.floor(random() * width))
      for (const text of ['7m', '1d', '3w', '5mo']) {
        const interval = readInterval(text)
        if (interval === undefined) throw new Error('unreachable')
        const grid = gridOf(interval, openZone(name))
        const bounds = { from: start, to: start + width }
        const sql = `SELECT ${grid.sqlFor(bounds)} FROM (SELECT arrayJoin({times:Array(Int64)}) AS t)`
        const rows = await store().query(sql, { ...grid.params(bounds), times })
        expect(rows.flat(), `${name} ${text}`).toEqual(times.map((time) => grid.numberOf(time)))
      }
    }
  })
})
