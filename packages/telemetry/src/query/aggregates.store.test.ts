import { aggregates } from '@sluice/contract'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { bucketsOf, reference } from '../testing/reference-aggregates.ts'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { metricOf, thingOf } from '../testing/things.ts'
import { station, workbench } from '../testing/workbench.ts'

describe.each(waysToAnswer)('a query answered %s', (_, kind) => {
  const store = openedStore(kind)

  const { query, allPages, send, counter } = workbench(store)

  const HOUR = 3600e6
  const from = microsOfIso('2026-05-01T00:20:00Z')
  const to = microsOfIso('2026-05-06T11:50:00Z')

  function expectClose(
    found: readonly unknown[],
    expected: readonly (number | null)[],
    name: string,
  ) {
    expect(found.length, name).toBe(expected.length)
    for (const [i, value] of expected.entries()) {
      if (value === null) expect(found[i], `${name} ${i}`).toBeNull()
      else expect(found[i], `${name} ${i}`).toBeCloseTo(value, 6)
    }
  }

  const metrics = aggregates.map((aggregate) => `steps:${aggregate}`).join(',')
  const asked = { from: isoOf(from), to: isoOf(to), metrics }

  describe('every aggregate', () => {
    it.each([1, 2, 3])('equals a plain computation, series %d', async (seed) => {
      const { thing, points } = await counter({ from, to }, { seed, pause: HOUR, gap: 12 * HOUR })
      for (const [interval, width] of [
        ['1h', HOUR],
        ['7h', 7 * HOUR],
        ['1d', 24 * HOUR],
      ] as const) {
        const buckets = bucketsOf(points, { from, to }, width)
        const answer = await query(thing, { ...asked, interval })
        expect(answer.timestamps).toEqual([...buckets.keys()])
        for (const aggregate of aggregates) {
          const expected = [...buckets.values()].map(reference[aggregate])
          expectClose(
            answer.values[`steps:${aggregate}`] ?? [],
            expected,
            `${interval} ${aggregate}`,
          )
        }
      }
    })

    it.each(['asc', 'desc'] as const)('is the same when paged, %s', async (order) => {
      const { thing } = await counter({ from, to }, { seed: 4, pause: HOUR, gap: 12 * HOUR })
      const wanted = { ...asked, interval: '3h', order }
      const whole = await query(thing, wanted)
      const pages = await allPages(thing, { ...wanted, limit: 4 })
      expect(pages.flatMap(({ timestamps }) => timestamps)).toEqual(whole.timestamps)
      for (const [name, column] of Object.entries(whole.values)) {
        const paged = pages.flatMap((page) => page.values[name] ?? [])
        expectClose(paged, column as (number | null)[], name)
      }
    })
  })

  it("delta and twa start from the metric's own previous sample, however old", async () => {
    const thing = station()
    await send(thing, [
      { metric: 'steps', time: '2026-01-01T00:00:00Z', value: 10 },
      { metric: 'temperature', time: '2026-05-01T00:30:00Z', value: 4 },
      { metric: 'steps', time: '2026-05-01T01:30:00Z', value: 16 },
      { metric: 'temperature', time: '2026-05-01T01:45:00Z', value: 8 },
    ])
    const wanted = {
      interval: '1h',
      metrics: 'steps:delta,temperature:twa',
      order: 'desc',
      limit: 1,
    }
    const range = { from: '2025-12-31T00:00:00Z', to: '2026-05-01T02:00:00Z' }
    const answer = await query(thing, { ...range, ...wanted } as Parameters<typeof query>[1])
    expect(answer.values).toEqual({ 'steps:delta': [6], 'temperature:twa': [5] })
  })

  describe('a string metric', () => {
    it('has first and last', async () => {
      const thing = station()
      for (const [minute, value] of [
        [1, 'on'],
        [2, 'off'],
        [3, ''],
      ] as const) {
        await send(thing, [{ metric: 'state', time: `2026-05-01T00:0${minute}:00Z`, value }])
      }
      await send(thing, [{ metric: 'door', time: '2026-05-01T00:01:00Z', value: true }])
      const wanted = { ...asked, from: '2026-05-01T00:00:00Z', interval: '1h' }
      const { values } = await query(thing, {
        ...wanted,
        metrics: 'state:first,state:last,door:last',
      })
      expect(values).toEqual({ 'state:first': ['on'], 'state:last': [''], 'door:last': [true] })
      const { values: all } = await query(thing, {
        ...wanted,
        metrics: undefined,
        aggregate: 'last',
      })
      expect(all).toEqual({ temperature: [null], door: [true], state: [''], steps: [null] })
    })

    it('that is now defined as a number has null for numeric aggregates', async () => {
      const thing = station()
      await send(thing, [{ metric: 'state', time: '2026-05-01T01:00:00Z', value: 'on' }])
      const asNumber = thingOf([metricOf('state', 'number', 3)], { numbers: thing.numbers })
      const names = ['delta', 'rate', 'twa', 'stddev', 'p50'].map((name) => `state:${name}`)
      const { values } = await query(asNumber, { ...asked, interval: '1h', metrics: names.join() })
      expect(values).toEqual(Object.fromEntries(names.map((name) => [name, [null]])))
    })
  })
})
