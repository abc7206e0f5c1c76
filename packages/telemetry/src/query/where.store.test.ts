import type { SampleValue } from '@sluice/contract'
import { randomOf } from '@sluice/contract/testing'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import type { SampleStore } from '../store.ts'
import { openedStore, waysToAnswer } from '../testing/store.ts'
import { metricOf, thingOf } from '../testing/things.ts'
import { now, type Query, type Sample, station, workbench } from '../testing/workbench.ts'
import { TooManyRows } from '../too-many-rows.ts'
import { readGrouped } from './timeseries.ts'

const range = { from: '2026-03-20T00:00:00Z', to: '2026-04-05T00:00:00Z' }

type Test = (value: SampleValue | undefined) => boolean

const isNumber =
  (test: (value: number) => boolean): Test =>
  (value) =>
    typeof value === 'number' && test(value)

/** Conditions, and what they mean. */
const conditions: readonly (readonly [where: string, metric: string, holds: Test])[] = [
  ['temperature>90', 'temperature', isNumber((value) => value > 90)],
  ['temperature>=60.625', 'temperature', isNumber((value) => value >= 60.625)],
  ['temperature<30', 'temperature', isNumber((value) => value < 30)],
  ['steps<=40', 'steps', isNumber((value) => value <= 40)],
  ['steps!=7', 'steps', isNumber((value) => value !== 7)],
  ['door=true', 'door', (value) => value === true],
  ['door!=true', 'door', (value) => value === false],
  ['state=s1', 'state', (value) => value === 's1'],
  ['state!=s1', 'state', (value) => typeof value === 'string' && value !== 's1'],
]

/** The values of some metrics at the times that satisfy all conditions, as a row for each time. */
function expected(
  samples: readonly Sample[],
  metrics: readonly string[],
  tests: readonly (typeof conditions)[number][],
) {
  const rows = Map.groupBy(samples, ({ time }) => time)
  return [...rows].flatMap(([time, own]) => {
    const found = (key: string) => own.find(({ metric }) => metric === key)?.value
    if (!tests.every(([, metric, holds]) => holds(found(metric)))) return []
    const values = metrics.map((key) => found(key) ?? null)
    return values.some((value) => value !== null) ? [[time, ...values]] : []
  })
}

/** A store, and the things that statements and the cache of samples were asked for. */
function spiedStore(store: SampleStore) {
  const seen = new Set<number>()
  const note = (params: Record<string, unknown>) => {
    const lists = Object.entries(params).filter(([name]) => /^(things|whereThings\d)$/.test(name))
    for (const thing of lists.flatMap(([, list]) => list as number[])) seen.add(thing)
  }
  const { chunks } = store
  const spied: SampleStore = {
    ...store,
    chunks: chunks && {
      ...chunks,
      read(wanted) {
        for (const thing of wanted.things) seen.add(thing)
        return chunks.read(wanted)
      },
    },
    query(sql, params) {
      note(params)
      return store.query(sql, params)
    },
    queryBlocks(sql, params, options) {
      note(params)
      return store.queryBlocks(sql, params, options)
    },
  }
  return { seen, spied }
}

describe.each(waysToAnswer)('raw samples with a condition, answered %s', (_, kind) => {
  const store = openedStore(kind)
  const { allPages, faultsOf, filled, query, send } = workbench(store)

  async function rowsOf(thing: ReturnType<typeof station>, wanted: Partial<Query>) {
    const pages = await allPages(thing, wanted)
    return pages.flatMap(({ timestamps, values }) =>
      timestamps.map((time, i) => [time, ...Object.values(values).map((column) => column[i])]),
    )
  }

  it('are those of times that satisfy all of them, on pages of any size and in both orders', async () => {
    const { thing, samples } = await filled(range.from, range.to, 1500)
    const random = randomOf(5)
    const some = <Each>(all: readonly Each[], count: number) =>
      all.toSorted(() => random() - 0.5).slice(0, count)
    for (let round = 0; round < 15; round += 1) {
      const tests = some(conditions, 1 + Math.floor(random() * 2))
      const metrics = some(['temperature', 'door', 'state', 'steps'], 1 + Math.floor(random() * 4))
      const order = random() < 0.5 ? 'asc' : 'desc'
      const where = tests.map(([text]) => text).join()
      const asked = { ...range, where, metrics: metrics.join(), order } as const
      const rows = expected(samples, metrics, tests)
      const answered = await rowsOf(thing, { ...asked, limit: 10 + Math.floor(random() * 40) })
      expect(answered, where).toEqual(order === 'asc' ? rows : rows.toReversed())
    }
  })

  it('are compared exactly, whatever their digits', async () => {
    const thing = station()
    const values = [0.1, 0.1 + Number.EPSILON / 8, 1e300, -0, 5e-324]
    const times = values.map((_, i) => isoOf(microsOfIso(range.from) + i * 1e6))
    await send(
      thing,
      values.map((value, i) => ({ metric: 'temperature', time: times[i] ?? '', value })),
    )
    for (const [i, value] of values.entries()) {
      const where = `temperature=${value}`
      const { timestamps } = await query(thing, { ...range, metrics: 'temperature', where })
      expect(timestamps, where).toEqual([times[i]])
    }
  })

  it('see late samples and corrections', async () => {
    const thing = station()
    const at = (second: number) => isoOf(microsOfIso(range.from) + second * 1e6)
    const sample = (second: number, value: number) => {
      return { metric: 'temperature', time: at(second), value }
    }
    const hot = () => rowsOf(thing, { ...range, metrics: 'temperature', where: 'temperature>90' })
    await send(thing, [sample(10, 95), sample(20, 96), sample(30, 10)])
    expect(await hot()).toEqual([
      [at(10), 95],
      [at(20), 96],
    ])
    await send(thing, [sample(20, 20), sample(5, 91), sample(30, 99)])
    expect(await hot()).toEqual([
      [at(5), 91],
      [at(10), 95],
      [at(30), 99],
    ])
  })

  it('of several things are those of each thing at the times that it satisfies', async () => {
    const { numbers } = station()
    const metrics = [metricOf('level', 'number', 1), metricOf('load', 'number', 2)]
    const things = [1, 2, 3].map((thing) => {
      const own = thing === 3 ? metrics.slice(1) : metrics
      return thingOf(own, { numbers: { ...numbers, thing } })
    })
    for (const [i, thing] of things.entries()) {
      const samples = [0, 1, 2, 3].flatMap((second) => {
        const time = isoOf(microsOfIso(range.from) + second * 1e6)
        const load = { metric: 'load', time, value: 10 * i + second }
        return i === 2 ? [load] : [{ metric: 'level', time, value: second + i }, load]
      })
      await send(thing, samples)
    }
    const subject = {
      ...{ organization: numbers.organization, metrics, timezone: 'UTC', name: 'these things' },
      members: things.map((thing, i) => ({
        ...{ id: `t${i + 1}`, number: thing.numbers.thing, metrics: thing.metrics },
      })),
    }
    const asked = {
      ...{ ...range, order: 'asc' as const, limit: 10, fill: 'none' as const },
      ...{ groupBy: 'thing' as const, metrics: 'load', where: 'level>2' },
    }
    const { timestamps, byThing } = await readGrouped(store(), subject, asked, now, {})
    expect(timestamps.texts()).toEqual([2, 3].map((s) => isoOf(microsOfIso(range.from) + s * 1e6)))
    // The third thing has no level.
    expect(byThing).toEqual({
      t1: { load: [null, 3] },
      t2: { load: [12, 13] },
      t3: { load: [null, null] },
    })
  })

  it('are read only of things that are asked for and have the metrics of all conditions', async () => {
    const { numbers } = station()
    const [a, b, c] = ['a', 'b', 'c'].map((key, i) => metricOf(key, 'number', i + 1))
    const types = [[a, b, c], [b, c], [a, b], [a]].map((own) =>
      own.filter((one) => one !== undefined),
    )
    const things = types.map((metrics, i) =>
      thingOf(metrics, { numbers: { ...numbers, thing: i + 1 } }),
    )
    for (const thing of things) {
      const samples = thing.metrics.flatMap(({ key }) =>
        [1, 2].map((second) => {
          return { metric: key, time: isoOf(microsOfIso(range.from) + second * 1e6), value: second }
        }),
      )
      await send(thing, samples)
    }
    const subject = {
      ...{ organization: numbers.organization, timezone: 'UTC', name: 'these things' },
      metrics: types[0] ?? [],
      members: things.map(({ metrics }, i) => ({ id: `t${i + 1}`, number: i + 1, metrics })),
    }
    const { seen, spied } = spiedStore(store())
    const asked = {
      ...{ ...range, order: 'asc' as const, limit: 1000, fill: 'none' as const },
      ...{ groupBy: 'thing' as const, metrics: 'a', where: 'b>1,c>1' },
    }
    const ways = [asked, { ...asked, downsample: 'minmax' as const, maxPoints: 10 }]
    for (const way of ways) {
      const { byThing } = await readGrouped(spied, subject, way, now, {})
      expect(byThing).toMatchObject({ t1: { a: [2] }, t3: { a: [null] }, t4: { a: [null] } })
      expect([...seen]).toEqual([1])
    }
    const none = { ...asked, metrics: 'c', where: 'a>1,b>1' }
    const only = { ...subject, members: subject.members.slice(1) }
    seen.clear()
    const { timestamps, byThing } = await readGrouped(spied, only, none, now, {})
    expect([timestamps.texts(), byThing]).toEqual([[], { t2: { c: [] }, t3: {}, t4: {} }])
    expect([...seen]).toEqual([])
  })

  it('of a metric that became a string include what was sent as a number', async () => {
    const { numbers } = station()
    const before = thingOf([metricOf('level', 'number', 1)], { numbers })
    const after = thingOf([metricOf('level', 'string', 1)], { numbers })
    const at = (second: number) => isoOf(microsOfIso(range.from) + second * 1e6)
    await send(before, [{ metric: 'level', time: at(1), value: 4 }])
    await send(after, [{ metric: 'level', time: at(2), value: 'high' }])
    expect(await rowsOf(after, { ...range, where: 'level=4' })).toEqual([[at(1), '4']])
    expect(await rowsOf(after, { ...range, where: 'level!=4' })).toEqual([[at(2), 'high']])
    expect(await rowsOf(after, { ...range, where: 'level=4.0' })).toEqual([])
    expect(await rowsOf(before, { ...range, where: 'level>3' })).toEqual([[at(1), 4]])
    expect(await rowsOf(before, { ...range, where: 'level!=7' })).toEqual([[at(1), 4]])
  })

  it.each(['lttb', 'minmax'] as const)('are downsampled by %s', async (downsample) => {
    const { thing, samples } = await filled(range.from, range.to, 600)
    const asked = { ...range, metrics: 'temperature,steps', where: 'temperature>60,steps<=70' }
    const { timestamps, downsampledFrom } = await query(thing, { ...asked, downsample })
    const tests = [
      ['', 'temperature', isNumber((value) => value > 60)],
      ['', 'steps', isNumber((value) => value <= 70)],
    ] as const
    const rows = expected(samples, ['temperature', 'steps'], tests)
    expect(rows.length).toBeGreaterThan(5)
    expect(timestamps).toEqual(rows.map(([time]) => time))
    expect(downsampledFrom).toEqual({ temperature: rows.length, steps: rows.length })
  })

  it('are raw: an aggregate has no condition', async () => {
    const detail = 'is for raw samples: leave out the interval'
    const asked = { ...range, metrics: 'temperature', interval: '1h', where: 'temperature>90' }
    expect(await faultsOf(station(), asked)).toEqual([{ pointer: '/query/where', detail }])
  })

  it('name a metric of the thing', async () => {
    const faults = await faultsOf(station(), { ...range, where: 'wind>3' })
    expect(faults).toEqual([
      {
        pointer: '/query/where',
        detail:
          '"wind" is not a metric of this thing; known metrics: temperature, door, state, steps',
      },
    ])
  })
})

describe('a condition that selects very many times', () => {
  const store = openedStore('forgetful')

  it('is refused as too many rows, so that pages get shorter', async () => {
    const sql =
      'SELECT 1 WHERE 1 IN (SELECT number FROM numbers(100)) SETTINGS max_rows_in_set = 10'
    await expect(store().query(sql, {})).rejects.toBeInstanceOf(TooManyRows)
  })
})
