import type { Fill, SampleValue } from '@sluice/contract'
import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { station, workbench } from '../testing/workbench.ts'

describe.each(waysToAnswer)('a query answered %s', (_, kind) => {
  const store = openedStore(kind)

  const { query, allPages, faultsOf, send } = workbench(store)

  const HOUR = 3600e6
  const start = microsOfIso('2026-03-28T00:00:00Z')
  const hours = 60
  const asked = { from: isoOf(start), to: isoOf(start + hours * HOUR), interval: '1h' }

  /** A thing with a number in a third of the hours, and the numbers by hour. */
  async function sparse(seed: number) {
    const thing = station('Europe/Oslo')
    const random = randomOf(seed)
    const known: (number | null)[] = []
    for (let hour = 0; hour < hours; hour += 1) {
      known.push(random() < 0.3 ? Math.floor(random() * 100) : null)
    }
    const at = (hour: number) => isoOf(start + hour * HOUR + Math.floor(random() * HOUR))
    await send(
      thing,
      known.flatMap((value, hour) => {
        return value === null ? [] : [{ metric: 'steps', time: at(hour), value }]
      }),
    )
    return { thing, known }
  }

  /** The expected fill, found by looking left and right from each hour. */
  function reference(known: readonly (number | null)[], fill: Fill, maxHours: number) {
    return known.map((value, i): SampleValue | null => {
      if (value !== null) return value
      const left = known.findLastIndex((other, j) => j < i && other !== null)
      const right = known.findIndex((other, j) => j > i && other !== null)
      const [a, b] = [known[left] ?? 0, known[right] ?? 0]
      if (fill === 'previous') return left < 0 || i - left > maxHours ? null : a
      if (fill !== 'linear' || left < 0 || right < 0 || right - left > maxHours) return null
      return a + ((b - a) * (i - left)) / (right - left)
    })
  }

  describe.each(['null', 'previous', 'linear'] as const)('fill=%s', (fill) => {
    it.each(['asc', 'desc'] as const)('fills every bucket on every page, %s', async (order) => {
      for (const [seed, maxGap, limit] of [
        [1, undefined, 1000],
        [2, '3h', 7],
        [3, undefined, 4],
      ] as const) {
        const { thing, known } = await sparse(seed)
        const gap = maxGap !== undefined && fill !== 'null' ? { maxGap } : {}
        const pages = await allPages(thing, {
          ...asked,
          ...gap,
          fill,
          order,
          limit,
          metrics: 'steps',
        })
        const times = known.map((_, hour) => isoOf(start + hour * HOUR))
        const turned = <T>(list: T[]) => (order === 'asc' ? list : list.toReversed())
        expect(pages.flatMap(({ timestamps }) => timestamps)).toEqual(turned(times))
        const expected = reference(known, fill, maxGap === undefined ? Number.POSITIVE_INFINITY : 3)
        const found = pages.flatMap(({ values }) => values.steps ?? [])
        for (const [i, value] of turned(expected).entries()) {
          if (value === null) expect(found[i]).toBeNull()
          else expect(found[i]).toBeCloseTo(Number(value), 9)
        }
      }
    })
  })

  describe('a sparse metric beside a dense one', () => {
    /** `steps` in one minute of 400, `temperature` in each, and the steps by minute. */
    async function dense(seed: number) {
      const thing = station()
      const random = randomOf(seed)
      const minutes = 3000
      const steps = Array.from({ length: minutes }, () =>
        random() < 1 / 400 ? Math.floor(random() * 100) : null,
      )
      const at = (minute: number) => isoOf(start + minute * 60e6)
      await send(thing, [
        ...steps.map((_, i) => ({ metric: 'temperature', time: at(i), value: i % 50 })),
        ...steps.flatMap((value, i) =>
          value === null ? [] : [{ metric: 'steps', time: at(i), value }],
        ),
      ])
      return { thing, steps, range: { from: at(0), to: at(minutes) } }
    }

    it.each(
      (['previous', 'linear'] as const).flatMap((fill) =>
        (['asc', 'desc'] as const).flatMap((order) =>
          [150, 2000].map((limit) => [fill, order, limit] as const),
        ),
      ),
    )('is filled the same on pages of any size: %s, %s, %d', async (fill, order, limit) => {
      const { thing, steps, range } = await dense(limit)
      const metrics = 'steps,temperature'
      const pages = await allPages(thing, { ...range, interval: '1m', fill, order, limit, metrics })
      const found = pages.flatMap(({ values }) => values.steps ?? [])
      const expected = reference(steps, fill, Number.POSITIVE_INFINITY)
      const turned = order === 'asc' ? expected : expected.toReversed()
      expect(found).toHaveLength(steps.length)
      for (const [i, value] of turned.entries()) {
        if (value === null) expect(found[i]).toBeNull()
        else expect(found[i]).toBeCloseTo(Number(value), 9)
      }
    })

    it.each(['asc', 'desc'] as const)(
      'is found even beyond the buckets that one read returns, %s',
      async (order) => {
        const thing = station()
        const at = (minute: number) => isoOf(start + minute * 60e6)
        // Silent around the border of two pages, so that both metrics have to be searched there.
        const isSilent = (minute: number) => minute > 2980 && minute < 3020
        const minutes = Array.from({ length: 6000 }, (_, i) => i).filter((i) => !isSilent(i))
        await send(thing, [
          ...minutes.map((i) => ({ metric: 'temperature', time: at(i), value: i % 50 })),
          ...[3, 5996].map((i) => ({ metric: 'steps', time: at(i), value: i })),
        ])
        for (const fill of ['previous', 'linear'] as const) {
          const [, second] = await allPages(thing, {
            ...{ from: at(0), to: at(6000), interval: '1m', fill, order, limit: 3000 },
            metrics: 'steps,temperature',
          })
          const middle = order === 'asc' ? 3000 : 2999
          expect(second?.values.steps?.[0]).toBe(fill === 'previous' ? 3 : middle)
        }
      },
    )
  })

  it('linear fill works across days of 23 and 25 hours', async () => {
    const thing = station('Europe/Oslo')
    for (const day of ['2026-03-28', '2026-03-30']) {
      await send(thing, [
        { metric: 'steps', time: `${day}T12:00:00Z`, value: day.endsWith('8') ? 0 : 47 },
      ])
    }
    const range = { from: '2026-03-27T23:00:00Z', to: '2026-03-30T22:00:00Z' }
    const { timestamps, values } = await query(thing, {
      ...range,
      interval: '1d',
      fill: 'linear',
      metrics: 'steps',
    })
    expect(timestamps).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
    expect(values.steps).toEqual([0, 24, 47])
  })

  describe('interval=auto', () => {
    it('returns the chosen interval and keeps it on later pages', async () => {
      const thing = station()
      const samples = Array.from({ length: 300 }, (_, i) => {
        return { metric: 'steps', time: isoOf(start + i * 60e6), value: i }
      })
      await send(thing, samples)
      const range = { from: isoOf(start), to: isoOf(start + 5 * HOUR), metrics: 'steps' }
      const answer = await query(thing, { ...range, interval: 'auto' })
      expect([answer.interval, answer.timestamps.length]).toEqual(['1m', 300])
      const coarse = { ...range, interval: 'auto', maxPoints: 12 }
      const pages = await allPages(thing, { ...coarse, limit: 4 })
      expect(pages.map(({ interval }) => interval)).toEqual(['30m', '30m', '30m'])
      const whole = await query(thing, coarse)
      expect(pages.flatMap(({ values }) => values.steps)).toEqual(whole.values.steps)
    })
  })

  describe('downsampling', () => {
    /** A quiet line with one spike, and one corrected sample. */
    async function spiky() {
      const thing = station()
      const samples = Array.from({ length: 2000 }, (_, i) => {
        return {
          metric: 'temperature',
          time: isoOf(start + i * 1e6),
          value: i === 777 ? 99 : i % 2,
        }
      })
      await send(thing, [{ metric: 'temperature', time: isoOf(start + 5e6), value: 1e9 }])
      await send(thing, samples)
      await send(thing, [{ metric: 'door', time: isoOf(start + 3e6), value: true }])
      return { thing, samples }
    }
    const range = { from: isoOf(start), to: isoOf(start + HOUR) }

    it.each(['lttb', 'minmax'] as const)(
      'with %s keeps original samples, including a spike',
      async (downsample) => {
        const { thing, samples } = await spiky()
        const answer = await query(thing, { ...range, downsample, maxPoints: 50 })
        expect(answer.downsampledFrom).toEqual({ temperature: 2000, door: 1, steps: 0 })
        expect(answer.nextCursor).toBeNull()
        const { temperature = [], door = [] } = answer.values
        const points = answer.timestamps.flatMap((time, i) =>
          temperature[i] === null ? [] : [[time, temperature[i]]],
        )
        expect(points.length).toBeGreaterThan(20)
        expect(points.length).toBeLessThanOrEqual(50)
        const real = new Map(samples.map(({ time, value }) => [time, value]))
        for (const [time, value] of points) expect(value).toBe(real.get(String(time)))
        expect(points.map(([, value]) => value)).toContain(99)
        expect(answer.timestamps).toEqual(answer.timestamps.toSorted())
        expect(door.filter((value) => value !== null)).toEqual([true])
      },
    )

    it('returns all samples when there are fewer than maxPoints', async () => {
      const { thing } = await spiky()
      const few = { from: isoOf(start), to: isoOf(start + 10e6), metrics: 'temperature' }
      const whole = await query(thing, few)
      for (const downsample of ['lttb', 'minmax'] as const) {
        const answer = await query(thing, { ...few, downsample, maxPoints: 100 })
        expect(answer.values).toEqual(whole.values)
        expect(answer.timestamps).toEqual(whole.timestamps)
      }
    })
  })

  it('a parameter that needs another one is reported', async () => {
    const thing = station()
    const pointers = async (wanted: Parameters<typeof faultsOf>[1]) =>
      (await faultsOf(thing, wanted)).map(({ pointer }: { pointer: string }) => pointer)
    expect(await pointers({ fill: 'previous', maxGap: '1h' })).toEqual(['/query/fill'])
    expect(await pointers({ interval: '1h', maxGap: '1h', metrics: 'steps' })).toEqual([
      '/query/maxGap',
    ])
    expect(await pointers({ maxPoints: 10 })).toEqual(['/query/maxPoints'])
    expect(await pointers({ interval: '1h', downsample: 'lttb' })).toEqual(['/query/downsample'])
    expect(await pointers({ downsample: 'lttb', metrics: 'state' })).toEqual(['/query/metrics'])
    expect(await pointers({ interval: '1h', maxPoints: 10 })).toEqual(['/query/maxPoints'])
  })
})
