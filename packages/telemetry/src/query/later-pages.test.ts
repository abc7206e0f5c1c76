import { isoOf } from '@sluice/runtime'
import { describe, expect, it } from 'vitest'
import { Chunk } from '../cache/chunks/chunk.ts'
import type { SeriesDays } from '../cache/chunks/series-days.ts'
import type { SampleStore } from '../store.ts'
import { metricOf } from '../testing/things.ts'
import { cursorOf } from './plan/page-cursor.ts'
import type { Query } from './plan/plan.ts'
import type { Subject } from './plan/subject.ts'
import { readSeries } from './read-series.ts'
import { readSummary } from './summary.ts'

const SECOND = 1e6
const DAY = 86_400 * SECOND
const START = Date.UTC(2026, 0, 1) * 1000
const now = new Date((START + DAY) / 1000)
const metrics = [metricOf('level', 'number', 1)]
const members = [1, 2].map((number) => ({ id: `t${number}`, number, metrics }))
const subject: Subject = { organization: 1, members, metrics, timezone: 'UTC', name: 'all things' }

/** A store with samples in memory: one every minute of the first hour. */
const store = (() => {
  const chunk = new Chunk()
  for (let minute = 0; minute < 60; minute += 1) chunk.put(START + minute * 60 * SECOND, minute, '')
  const known = ({ things, metrics, days }: SeriesDays) => {
    const day = new Map(metrics.map((metric) => [metric, chunk]))
    return things.map(() => days.map((one) => (one * DAY === START ? day : new Map())))
  }
  return {
    chunks: { known, read: async (wanted: SeriesDays) => known(wanted) },
    rollups: { settledBefore: () => 0, ask() {} },
    readBarrier: async () => {},
  } as unknown as SampleStore
})()

const usual = { order: 'asc', limit: 1000, fill: 'none', groupBy: 'thing' } as const

async function pageOf(wanted: Partial<Query>, at = now) {
  const query = { ...usual, ...wanted } as Query
  const { axis } = await readSeries(store, subject, query, at, {})
  return { timestamps: axis.timestamps.texts(), nextCursor: axis.nextCursor }
}

const intervals = ['1h', '1d', '1w', '1mo']
const fills = ['none', 'null', 'previous', 'linear'] as const
const questions = intervals.flatMap((interval) => fills.map((fill) => ({ interval, fill })))

describe.each(questions)('interval=$interval&fill=$fill', (question) => {
  const range = { from: START, to: START + 100 * DAY }
  const asked = { ...question, from: isoOf(range.from), to: isoOf(range.to) }

  it.each(['asc', 'desc'] as const)(
    'a position outside of the range adds nothing, %s',
    async (order) => {
      const query = { ...usual, ...asked, order } as Query
      const whole = await pageOf(query)
      for (const start of [50_000_000, 1e12, Number.MAX_SAFE_INTEGER]) {
        for (const position of [start, -start]) {
          const cursor = cursorOf({ ...query, timezone: 'UTC' }, range, position) ?? ''
          const isBehind = order === 'asc' ? position > 0 : position < 0
          const page = await pageOf({ ...query, cursor })
          expect(page).toEqual(isBehind ? { timestamps: [], nextCursor: null } : whole)
        }
      }
    },
  )
})

describe('pages of a range that is relative to the time of the first', () => {
  const range = { from: '-24h', to: isoOf(START + 600 * SECOND) }
  const later = new Date(now.getTime() + 1_200_000)

  it('go on when that has passed its end: timeseries', async () => {
    const first = await pageOf({ ...range, limit: 7 })
    const cursor = first.nextCursor ?? ''
    const { timestamps, nextCursor } = await pageOf({ ...range, limit: 7, cursor }, later)
    expect(timestamps).toEqual([7, 8, 9].map((minute) => isoOf(START + minute * 60 * SECOND)))
    expect(nextCursor).toBeNull()
    await expect(pageOf(range, later)).rejects.toMatchObject({ code: 'invalid-request' })
  })

  it('go on when that has passed its end: summaries', async () => {
    const query = { ...range, groupBy: 'thing', limit: 1 } as const
    const first = await readSummary(store, subject, query, now, {})
    const cursor = first.nextCursor ?? ''
    const second = await readSummary(store, subject, { ...query, cursor }, later, {})
    expect([first, second].map(({ byThing }) => Object.keys(byThing ?? {}))).toEqual([
      ['t1'],
      ['t2'],
    ])
    expect(second).toMatchObject({ from: first.from, byThing: { t2: { level: { count: 10 } } } })
  })
})
