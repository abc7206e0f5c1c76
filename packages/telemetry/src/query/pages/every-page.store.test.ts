import { randomOf } from '@sluice/contract/testing'
import { isoOf } from '@sluice/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '../../rollups/rules.ts'
import { openRollupStore } from '../../testing/rollups.ts'
import { newOrganization } from '../../testing/rounds.ts'
import { metricOf } from '../../testing/things.ts'
import { now } from '../../testing/workbench.ts'
import { SampleBuffer } from '../../write/blocks/sample-buffer.ts'
import type { Query } from '../plan/plan.ts'
import type { Subject } from '../plan/subject.ts'
import { readSeries } from '../read-series.ts'
import type { Page } from './page.ts'

const to = now.getTime() * 1000
const from = to - 4 * DAY
const things = Array.from({ length: 8 }, (_, i) => i + 1)
const metrics = [metricOf('level', 'number', 1), metricOf('state', 'string', 2)]
const subject: Subject = {
  ...{ organization: newOrganization(), metrics, timezone: 'UTC', name: 'these things' },
  members: things.map((number) => ({ id: `t${number}`, number, metrics })),
}

let bench: Awaited<ReturnType<typeof openRollupStore>>

/** Few samples have the time or bucket of another thing's. Some things are rolled up for some of the days. */
beforeAll(async () => {
  bench = await openRollupStore(now)
  const { organization } = subject
  const random = randomOf(11)
  for (const thing of things) {
    const times = Array.from({ length: 20 }, () => from + Math.floor(random() * 5760) * 60e6)
    const samples = new SampleBuffer(40)
    for (const time of new Set(times.sort((a, b) => a - b))) {
      if (random() < 0.8) samples.push(1, time, Math.round(random() * 1000) / 8)
      if (random() < 0.5) samples.push(2, time, `s${Math.floor(random() * 4)}`)
    }
    await bench.store.write({ organization, thing }, samples)
  }
  await bench.store.readBarrier({ organization })
  const rolled = { organization, metrics: [1, 2] }
  await bench.rollUp({ ...rolled, things: things.slice(0, 5) }, from, from + 2 * DAY)
  await bench.rollUp({ ...rolled, things: things.slice(3, 7) }, from + 2 * DAY, from + 3 * DAY)
})
afterAll(() => bench.store.close())

/** All pages one after another, and how long each is. */
async function answerOf(wanted: Partial<Query>) {
  const query = {
    ...{ from: isoOf(from + 30e6), to: isoOf(to), fill: 'none', groupBy: 'thing', ...wanted },
  } as Query
  const times: string[] = []
  const values: Page['values'][number][] = []
  const lengths: number[] = []
  let cursor: string | null = null
  do {
    const asked = cursor === null ? query : { ...query, cursor }
    const page = await readSeries(bench.store, subject, asked, now, {})
    const { timestamps, nextCursor } = page.axis
    times.push(...timestamps.texts())
    for (const [i, column] of (page.values[0] ?? []).entries())
      values[i] = [...(values[i] ?? []), ...column]
    lengths.push(timestamps.length)
    cursor = nextCursor
  } while (cursor !== null)
  return { answer: { times, values }, lengths }
}

const questions: Record<string, Partial<Query>> = {
  'raw samples': {},
  'aggregates of samples': { interval: '1h', metrics: 'level:p90,level:avg' },
  'aggregates of rollups and samples': {
    interval: '2h',
    metrics: 'level:avg,level:count,state:last',
  },
  'aggregates of runs': { interval: '30m', metrics: 'level:delta,level:twa' },
  'all of them': { interval: '1h', metrics: 'level:p50,level:max,level:rate,state:first' },
}

describe.each(Object.entries(questions))('the pages of %s', (_, question) => {
  it.each(['asc', 'desc'] as const)(
    'neither skip nor repeat anything, whatever their length, %s',
    async (order) => {
      const { answer, lengths } = await answerOf({ ...question, order, limit: 10_000 })
      expect(lengths).toHaveLength(1)
      expect(answer.times.length).toBeGreaterThan(40)
      for (const limit of [13, 40, answer.times.length - 1]) {
        const paged = await answerOf({ ...question, order, limit })
        expect(paged.answer, `${limit}`).toEqual(answer)
        expect(paged.lengths.slice(0, -1).every((length) => length === limit)).toBe(true)
      }
    },
  )
})
