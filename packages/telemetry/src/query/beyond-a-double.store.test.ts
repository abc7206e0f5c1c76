import { type Aggregate, aggregates } from '@sluice/contract'
import { isoOf, microsOfIso } from '@sluice/runtime'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeasuredThing } from '../measured-thing.ts'
import type { SampleStore } from '../store.ts'
import { contextOf, summary } from '../testing/calls.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { openTestStore, waysToAnswer } from '../testing/store.ts'
import { now, params, type Query, station, workbench } from '../testing/workbench.ts'

const HOUR = 3600e6
const DAY = 24 * HOUR
const from = microsOfIso('2026-10-20T00:00:00Z')
/** Hours of several days, so that they are worth rolling up. */
const to = from + 8 * DAY
const range = { from: isoOf(from), to: isoOf(to) }
const metricsOf = (some: readonly Aggregate[]) => some.map((one) => `temperature:${one}`).join()
const metrics = metricsOf(aggregates)

interface Way {
  readonly store: SampleStore
  readonly settle: (thing: MeasuredThing) => Promise<void>
}

/** All ways to answer a query, including rollups. */
const ways: Record<string, Way> = {}
beforeAll(async () => {
  for (const [name, kind] of waysToAnswer) {
    ways[name] = { store: await openTestStore(kind), settle: async () => {} }
  }
  const { store, rollUp } = await openRollupStore(now)
  const settle = ({ numbers: { organization, thing } }: MeasuredThing) =>
    rollUp({ organization, things: [thing], metrics: [1] }, from, to)
  ways['by rollups'] = { store, settle }
})
afterAll(async () => {
  for (const { store } of Object.values(ways)) await store.close()
})

type Hours = readonly (readonly number[])[]

/** The aggregates of each hour's numbers, ten minutes apart. */
async function askedOf({ store, settle }: Way, hours: Hours, queries: readonly Partial<Query>[]) {
  const thing = station()
  const { query, send } = workbench(() => store)
  const samples = hours.flatMap((numbers, hour) =>
    numbers.map((value, i) => {
      return { metric: 'temperature', time: isoOf(from + hour * HOUR + i * 600e6), value }
    }),
  )
  await send(thing, samples)
  await settle(thing)
  const answers: Record<string, readonly unknown[]> = {}
  for (const [i, one] of queries.entries()) {
    const { values } = await query(thing, { ...range, ...one })
    for (const [name, column] of Object.entries(values)) answers[`${i} ${name}`] = column
  }
  const call = { params, query: { ...range, metrics: 'temperature' } }
  const { temperature } = (await summary(contextOf(store, thing, now), call)).metrics
  return { answers, summary: temperature }
}

const MOST = 1.7e308
const cases: readonly [aggregate: string, numbers: readonly number[], expected: number | null][] = [
  ['stddev', [1e200, 3e200, 5e200], null],
  ['avg', [1e200, 3e200, 5e200], 3e200],
  ['stddev', [MOST, MOST], null],
  ['sum', [MOST, MOST], null],
  ['avg', [MOST, MOST], null],
  ['max', [MOST, MOST], MOST],
  ['p50', [-MOST, MOST], 0],
  ['p50', [-MOST, -MOST, MOST], -MOST],
  ['delta', [-MOST, MOST, MOST], null],
  ['rate', [-MOST, MOST, MOST], null],
  ['rate', [0, 1e305], 1e305 / 600],
  ['twa', [1e300, 1e300, 5], 1e300 / 3],
  ['twa', [MOST, MOST], null],
  ['min', [0, -0, 0], 0],
  ['max', [-0, -0], 0],
  ['p50', [-0], 0],
  ['first', [-0, 1], -0],
]

describe.each(['by rollups', ...waysToAnswer.map(([name]) => name)])('%s', (name) => {
  it.each(cases)('the %s of %j is %s', async (aggregate, numbers, expected) => {
    const queries = [{ interval: '1h', metrics: `temperature:${aggregate}` }]
    const { answers } = await askedOf(ways[name] as Way, [numbers], queries)
    const [value] = Object.values(answers)[0] ?? []
    if (expected) expect((value as number) / expected).toBeCloseTo(1, 12)
    else expect(value).toBe(expected)
  })
})

/**
 * Numbers of all sizes. At most two are too large for their sum, with opposite signs: with more, the sum depends on the
 * order.
 */
const large = fc.constantFrom(MOST, 1e308, 1e300, 3e200, 1e200, 1e154)
const small = fc.constantFrom(0, -0, 5e-324, 1e-300, 0.1, 1 / 3, 1, -7, 9_007_199_254_740_991)
const someHours = fc.oneof(
  { weight: 5, arbitrary: fc.array(hourOf(), { minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.tuple(large, large).map(([low, high]) => [[-low, high]]) },
)

function hourOf() {
  const any = fc.oneof(large, small)
  return fc.oneof(fc.array(small, { maxLength: 5 }), fc.array(any, { maxLength: 5 }))
}

/** Sums and squares depend on the order in their last bits. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  const size = Math.max(Math.abs(one), Math.abs(other))
  return one === other || Math.abs(one - other) <= 1e-9 * size
}

it('all ways give the same answer, with only numbers and nulls', async () => {
  const queries = [
    { interval: '1h', metrics },
    { interval: '1d', metrics },
    { interval: '30m', metrics, fill: 'linear' },
    { interval: '1h', metrics: metricsOf(['avg', 'min', 'max', 'sum']) },
    { interval: '1d', metrics: metricsOf(['avg', 'min', 'stddev', 'sum', 'last']) },
  ] satisfies Partial<Query>[]
  await fc.assert(
    fc.asyncProperty(someHours, async (hours) => {
      fc.pre(hours.some(({ length }) => length > 0))
      const found = await Promise.all(
        Object.values(ways).map((way) => askedOf(way, hours, queries)),
      )
      const [first] = found
      for (const [way, { answers, summary }] of found.entries()) {
        for (const [query, column] of Object.entries(answers)) {
          const name = `${Object.keys(ways)[way]}: ${query}`
          const expected = first?.answers[query] ?? []
          expect(column, name).toHaveLength(expected.length)
          for (const [i, value] of column.entries()) {
            expect(value === null || Number.isFinite(value), `${name} ${i}: ${value}`).toBe(true)
            if (!isAlike(value, expected[i])) expect(value, `${name} ${i}`).toBe(expected[i])
          }
        }
        for (const [name, value] of Object.entries(summary ?? {})) {
          const expected = Object.entries(first?.summary ?? {}).find(([key]) => key === name)?.[1]
          if (typeof value === 'object') expect(value, name).toEqual(expected)
          else expect(isAlike(value, expected), `${name}: ${value} and ${expected}`).toBe(true)
        }
      }
    }),
    { numRuns: 6 },
  )
})
