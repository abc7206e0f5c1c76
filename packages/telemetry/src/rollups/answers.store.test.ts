import { randomOf } from '@sluice/contract/testing'
import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Query } from '../query/plan/plan.ts'
import type { Subject } from '../query/plan/subject.ts'
import { readSeries } from '../query/read-series.ts'
import type { SampleStore } from '../store.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { DAY, HOUR } from './rules.ts'

const to = now.getTime() * 1000
const from = to - 5 * DAY
const things = [7, 8, 9]
const model = station()
const { organization } = model.numbers
const subject: Subject = {
  ...{ organization, metrics: model.metrics, timezone: 'UTC', name: 'these things' },
  members: things.map((number) => ({ id: `t${number}`, number, metrics: model.metrics })),
}

let bench: Awaited<ReturnType<typeof openRollupStore>>
/** Parameters of the statements that read samples. */
const reads: Record<string, unknown>[] = []
let watched: SampleStore
const series = { organization, metrics: model.metrics.map(({ number }) => number) }

/** Up to now, so that the last hours are not settled; sums of eighths are exact in any order. */
beforeAll(async () => {
  bench = await openRollupStore(now)
  watched = {
    ...bench.store,
    queryBlocks(sql, ...asked) {
      if (sql.includes('FROM samples')) reads.push(asked[0])
      return bench.store.queryBlocks(sql, ...asked)
    },
  }
  const random = randomOf(5)
  const { send } = workbench(() => bench.store)
  for (const thing of things) {
    const samples = Array.from({ length: 400 }, (_, i) => {
      const time = isoOf(from + Math.floor(random() * 7200) * 60e6)
      const eighths = Math.round(random() * 1000) / 8
      if (i % 4 === 0) return { metric: 'state', time, value: `s${i}` }
      if (i % 4 === 1) return { metric: 'door', time, value: random() < 0.5 }
      return { metric: 'temperature', time, value: eighths }
    })
    await send({ ...model, numbers: { organization, thing } }, samples)
  }
})
afterAll(() => bench.store.close())

function ask(wanted: Partial<Query>) {
  reads.length = 0
  const query = {
    ...{ from: isoOf(from + 1), to: isoOf(to), aggregate: 'avg', order: 'asc', limit: 1000 },
    ...{ fill: 'none', groupBy: 'none', interval: '1d', ...wanted },
  } as Query
  return readSeries(watched, subject, query, now, {})
}

const all =
  'temperature:avg,temperature:min,temperature:max,temperature:sum,door:last,door:avg,state:first,state:last,state:count'
const questions: Record<string, Partial<Query>> = {
  'each thing, by the hour': {
    groupBy: 'thing',
    interval: '1h',
    metrics: 'temperature,door:count',
  },
  'things together': { metrics: all },
  'each thing, newest first, cut': { groupBy: 'thing', metrics: all, order: 'desc', limit: 2 },
  'days of a zone': { metrics: all, timezone: 'Europe/Oslo' },
  'days of a zone of half hours': { metrics: all, timezone: 'Asia/Kolkata' },
  months: { metrics: all, interval: '1mo', timezone: 'America/New_York' },
  'together with what needs every sample': {
    metrics: 'temperature:avg,temperature:p50,temperature:twa',
  },
}

describe('queries before, during and after a rollup', () => {
  const before = new Map<string, unknown>()
  const answers = (name: string) =>
    ask(questions[name] ?? {}).then(({ values, axis }) => [values, axis])

  it('have the same answer', async () => {
    for (const name of Object.keys(questions)) before.set(name, await answers(name))
    await bench.rollUp({ ...series, things: [7, 9] }, from + 2 * DAY, from + 3 * DAY)
    for (const name of Object.keys(questions)) {
      expect(await answers(name), name).toEqual(before.get(name))
    }
    await bench.rollUp({ ...series, things }, from, to)
    for (const name of Object.keys(questions)) {
      expect(await answers(name), name).toEqual(before.get(name))
    }
  })

  it('read samples only for partial and unsettled hours', async () => {
    await ask({ groupBy: 'thing', metrics: 'temperature' })
    const settled = bench.store.rollups.settledBefore()
    expect(reads).toMatchObject([
      { from0: from + 1, to0: from + HOUR, from1: settled, to1: to, things1: things },
    ])
    expect(reads[0]).not.toHaveProperty('from2')
  })
})
