import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketsOf, reference } from '../testing/reference-aggregates.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { DAY, HOUR } from './rules.ts'

const DAYS = 4
const from = microsOfIso('2026-05-01T00:00:00Z')
const to = from + DAYS * DAY
const aggregates = ['avg', 'sum', 'count', 'min', 'max', 'first', 'last', 'stddev'] as const
/** `temperature` of the station. */
const METRIC = 1

let bench: Awaited<ReturnType<typeof openRollupStore>>
beforeAll(async () => {
  bench = await openRollupStore(now)
})
afterAll(() => bench.store.close())
const { query, send } = workbench(() => bench.store)

/** Random writes, corrections, erasures and rollups of a thing, and its expected samples. */
function story(seed: number) {
  const random = randomOf(seed)
  const pick = (below: number) => Math.floor(random() * below)
  const thing = station()
  const kept = new Map<number, number>()
  const metrics = [METRIC]
  const series = { ...thing.numbers, things: [thing.numbers.thing], metrics }
  return {
    thing,
    pick,
    points: () => [...kept].map(([t, v]) => ({ t, v })).sort((a, b) => a.t - b.t),
    async write(first: number, hours: number, count: number) {
      const batch = Array.from({ length: count }, () => {
        return { t: first + pick(hours * 30) * 120e6, v: Math.round(random() * 1000) / 8 }
      })
      for (const { t, v } of batch) kept.set(t, v)
      const samples = batch.map(({ t, v }) => ({ time: isoOf(t), value: v }))
      await send(
        thing,
        samples.map((sample) => ({ metric: 'temperature', ...sample })),
      )
    },
    async erase() {
      const first = from + pick(DAYS * 24) * HOUR + pick(60) * 60e6
      const erasure = { from: first, to: first + (1 + pick(20)) * HOUR }
      for (const t of kept.keys()) if (t >= erasure.from && t < erasure.to) kept.delete(t)
      const some = pick(2) === 0 ? undefined : metrics
      await bench.store.erase({ ...thing.numbers, ...erasure, metrics: some })
    },
    async rollUp() {
      const first = from + pick(DAYS - 1) * DAY
      await bench.rollUp(series, first, first + (1 + pick(DAYS - 1)) * DAY)
    },
  }
}

const range = { from: from + 17 * 60e6, to: to - 40 * 60e6 }
const asked = {
  ...{ from: isoOf(range.from), to: isoOf(range.to) },
  metrics: aggregates.map((aggregate) => `temperature:${aggregate}`).join(),
}

it.each([1, 2])(
  'answers equal a plain computation after random writes, erasures and rollups, seed %d',
  async (seed) => {
    const { thing, pick, points, write, erase, rollUp } = story(seed)
    await write(from, DAYS * 24, 300)
    for (let step = 0; step < 6; step += 1) {
      await rollUp()
      if (step % 3 === 1) await erase()
      else await write(from + pick(DAYS * 24) * HOUR, 1 + pick(30), 1 + pick(40))
      if (pick(2) === 0) await rollUp()
      const [interval, width] = step % 2 === 0 ? ['2h', 2 * HOUR] : ['1d', DAY]
      const own = points().filter(({ t }) => t >= range.from && t < range.to)
      const buckets = bucketsOf(own, range, width as number)
      const answer = await query(thing, { ...asked, interval: interval as string })
      expect(answer.timestamps, `step ${step}`).toEqual([...buckets.keys()])
      for (const aggregate of aggregates) {
        const expected = [...buckets.values()].map(reference[aggregate])
        for (const [i, value] of (answer.values[`temperature:${aggregate}`] ?? []).entries()) {
          const hint = `step ${step} ${aggregate} ${i}`
          expect(value === null, hint).toBe(expected[i] === null)
          if (value !== null) expect(value, hint).toBeCloseTo(expected[i] ?? Number.NaN, 6)
        }
      }
    }
  },
)
