import type { Aggregate } from '@sluice/contract'
import { isoOf } from '@sluice/runtime'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { behindReadBarrier } from '../../query/axis/behind-read-barrier.ts'
import { bucketAxis } from '../../query/axis/bucket-axis.ts'
import { gridOf } from '../../query/calendar/grid.ts'
import { openZone } from '../../query/calendar/zone.ts'
import type { Range } from '../../query/plan/range.ts'
import { type Subject, TOGETHER } from '../../query/plan/subject.ts'
import { readSeries } from '../../query/read-series.ts'
import type { SampleStore } from '../../store.ts'
import { sampleAt } from '../../testing/blocks.ts'
import { actInRounds, newOrganization } from '../../testing/rounds.ts'
import { openTestStore } from '../../testing/store.ts'
import { metricOf } from '../../testing/things.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'

const HOUR = 3_600_000_000
/** A full hour some weeks ago, within one partition. */
const START = Date.UTC(2026, 5, 1) * 1000
const things = [7, 8]
const metrics = [metricOf('level', 'number', 1), metricOf('state', 'string', 2)]

let store: SampleStore
let table: SampleStore
beforeAll(async () => {
  table = await openTestStore('another')
})
afterAll(() => table.close())

function subjectIn(organization: number): Subject {
  const members = things.map((number) => ({ id: `thing-${number}`, number, metrics }))
  return { organization, members, metrics, timezone: 'UTC', name: 'these' }
}

interface Asked {
  readonly range: Range
  readonly unit: 'h' | 'd'
  readonly byThing: boolean
  readonly aggregates: readonly Aggregate[]
}

/** The values of a query's answer, as strings. */
async function ask(from: SampleStore, organization: number, asked: Asked): Promise<string[]> {
  const { range, unit, byThing, aggregates } = asked
  const columns = (byThing ? things : [TOGETHER]).flatMap((thing) =>
    metrics.flatMap((metric) => {
      const own = metric.valueType === 'string' ? (['count', 'last'] as const) : aggregates
      return own.map((aggregate) => {
        const name = `${metric.key}:${aggregate}`
        return { id: `${thing} ${name}`, name, thing, metric, aggregate }
      })
    }),
  )
  const grid = gridOf({ count: 1, unit }, openZone('Europe/Oslo'))
  const current = behindReadBarrier(from, { organization })
  const query = { columns, range, limit: 100 }
  const axis = bucketAxis(current, subjectIn(organization), grid, query)
  const table = await axis.read(axis.positions, 'asc')
  return table.columns
    .flatMap(({ id, values }) =>
      values.flatMap((value, i) => (value === null ? [] : `${table.positions[i]} ${id} ${value}`)),
    )
    .sort()
}

/** A thing may be in two groups, and a group may be empty. */
const groups: readonly (readonly [name: string | null, things: readonly number[]])[] = [
  ['both', things],
  ['first', [7]],
  [null, [8]],
  ['empty', []],
]

/** The whole answer of a grouped query, two buckets per page, ordered by group, time and column. */
async function askGroups(organization: number, asked: Asked): Promise<string[]> {
  const { unit, aggregates, range } = asked
  const subject = subjectIn(organization)
  const membersOf = (numbers: readonly number[]) =>
    subject.members.filter(({ number }) => numbers.includes(number))
  const whole = {
    ...subject,
    groups: groups.map(([name, numbers]) => ({ name, members: membersOf(numbers) })),
  }
  const query = {
    ...{ from: isoOf(range.from), to: isoOf(range.to), interval: `1${unit}`, limit: 2 },
    ...{ fill: 'none' as const, order: 'asc' as const, groupBy: 'site', timezone: 'Europe/Oslo' },
    metrics: ['state:count', 'state:last', ...aggregates.map((one) => `level:${one}`)].join(','),
  } as const
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const paged = cursor === undefined ? query : { ...query, cursor }
    const page = await readSeries(store, whole, paged, new Date('2026-07-01T00:00:00Z'), {})
    expect(page.axis.timestamps.length).toBeLessThanOrEqual(2)
    for (const [g, values] of page.values.entries()) {
      for (const [c, { name }] of page.columns.entries()) {
        for (const [i, time] of page.axis.timestamps.texts().entries()) {
          const value = values[c]?.[i] ?? null
          if (value !== null) found.push(`${g} ${time} ${name} ${value}`)
        }
      }
    }
    cursor = page.axis.nextCursor
  }
  return found.sort()
}

/** The same, with a separate query of the tables for each group. */
async function askEachGroup(organization: number, asked: Asked): Promise<string[]> {
  const { range, unit, aggregates } = asked
  const found = groups.map(async ([, numbers], g) => {
    const subject = subjectIn(organization)
    const members = subject.members.filter(({ number }) => numbers.includes(number))
    const query = {
      ...{ from: isoOf(range.from), to: isoOf(range.to), interval: `1${unit}`, limit: 100 },
      ...{ fill: 'none' as const, order: 'asc' as const, groupBy: 'none', timezone: 'Europe/Oslo' },
      metrics: ['state:count', 'state:last', ...aggregates.map((one) => `level:${one}`)].join(','),
    } as const
    const now = new Date('2026-07-01T00:00:00Z')
    const { axis, values, columns } = await readSeries(
      table,
      { ...subject, members },
      query,
      now,
      {},
    )
    return columns.flatMap(({ name }, c) =>
      axis.timestamps.texts().flatMap((time, i) => {
        const value = values[0]?.[c]?.[i] ?? null
        return value === null ? [] : [`${g} ${time} ${name} ${value}`]
      }),
    )
  })
  return (await Promise.all(found)).flat().sort()
}

const thing = fc.constantFrom(...things)
const aggregates: readonly Aggregate[][] = [
  ['avg'],
  ['count', 'max'],
  ['p50', 'avg'],
  ['sum', 'min'],
  ['first', 'last', 'stddev'],
]

/** Queries and changes within the first `hours` hours. */
function arbitraryIn(hours: number) {
  const moment = fc.integer({ min: 0, max: hours - 1 })
  const cuts = fc.constantFrom(0, HOUR / 120, HOUR / 2, HOUR - 1)
  const range = fc
    .tuple(moment, fc.integer({ min: 1, max: Math.ceil(hours / 1.5) }), cuts, cuts)
    .map(([from, width, cut, end]) => {
      return { from: START + from * HOUR + cut, to: START + (from + width) * HOUR + end + cut }
    })
  const asked = fc.record<Asked>({
    range,
    unit: fc.constantFrom('h', 'd'),
    byThing: fc.boolean(),
    aggregates: fc.constantFrom(...aggregates),
  })
  const value = fc.constantFrom(-1, 0, 2.5, 'på', '')
  const sample = fc.tuple(moment, fc.constantFrom(0, 1, 59), value)
  const samples = fc.array(sample, { minLength: 1, maxLength: 5 })
  const action = fc.oneof(
    { weight: 5, arbitrary: fc.record({ thing, samples }) },
    { weight: 5, arbitrary: fc.record({ asked }) },
    { weight: 1, arbitrary: fc.record({ thing, erased: range }) },
    { weight: 1, arbitrary: fc.record({ expired: moment }) },
  )
  return { asked, action }
}
type Action =
  ReturnType<typeof arbitraryIn>['action'] extends fc.Arbitrary<infer Each> ? Each : never

function act(organization: number, one: Action): Promise<unknown> {
  if ('asked' in one) return ask(store, organization, one.asked)
  if ('erased' in one) {
    return store.erase({ organization, thing: one.thing, metrics: undefined, ...one.erased })
  }
  if ('expired' in one) {
    const before = START + one.expired * HOUR
    return store.expire(metrics.map(({ number }) => ({ organization, metric: number, before })))
  }
  const buffer = new SampleBuffer(one.samples.length)
  for (const [hour, minute, value] of one.samples) {
    const metric = typeof value === 'string' ? 2 : 1
    buffer.push(metric, START + hour * HOUR + minute * 60e6, value)
  }
  buffer.ascending = false
  return store.write({ organization, thing: one.thing }, buffer)
}

describe.each([
  ['buckets alone', 0, [72, 5]],
  ['samples, too', undefined, [5]],
])('the cache of %s', (_, cacheBytes, spans) => {
  beforeAll(async () => {
    store = await openTestStore('this', cacheBytes)
  })
  afterAll(() => store.close())

  it.each(spans)(
    'equals the table over %d hours under concurrent writes, queries and deletions',
    async (hours) => {
      const { asked, action } = arbitraryIn(hours)
      const [some = []] = fc.sample(fc.array(asked, { minLength: 5, maxLength: 5 }), {
        ...{ numRuns: 1, seed: 7 },
      })
      const check = async (organization: number) => {
        for (const one of some) {
          const remembered = await ask(store, organization, one)
          await store.readBarrier({ organization })
          expect(remembered).toEqual(await ask(table, organization, one))
          const together = await askGroups(organization, one)
          expect(together).toEqual(await askEachGroup(organization, one))
        }
      }
      await actInRounds(action, { numRuns: 2, seed: 7 }, { act, check })
    },
  )

  it('answers a repeated query from memory and reflects writes and erasures at once', async () => {
    const organization = newOrganization()
    const level = {
      range: { from: START, to: START + 24 * HOUR },
      unit: 'h',
      byThing: true,
    } as const
    const read = () => ask(store, organization, { ...level, aggregates: ['max'] })
    const write = (hour: number, value: number) =>
      store.write({ organization, thing: 7 }, sampleAt(START + hour * HOUR, value))
    const number = START / HOUR
    await write(1, 5)
    await read()
    const { buckets, chunks } = store
    const knownSoFar = () => (buckets?.counts().known ?? 0) + (chunks?.counts().known ?? 0)
    const known = knownSoFar()
    await read()
    expect(knownSoFar()).toBe(known + 1)
    await write(1, 6)
    await write(23, 7)
    expect(await read()).toEqual([`${number + 1} 7 level:max 6`, `${number + 23} 7 level:max 7`])
    const first = { from: START, to: START + 2 * HOUR }
    await store.erase({ organization, thing: 7, metrics: undefined, ...first })
    expect(await read()).toEqual([`${number + 23} 7 level:max 7`])
  })
})

it('a store that is not the only writer has no bucket cache', async () => {
  expect(table.buckets).toBeUndefined()
})
