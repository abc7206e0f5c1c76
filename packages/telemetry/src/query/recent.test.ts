import { expect, it } from 'vitest'
import { LatestRows } from '../cache/latest/latest-rows.ts'
import { metricOf } from '../testing/things.ts'
import type { Subject } from './plan/subject.ts'
import { readRecentSamples } from './recent.ts'

const [THINGS, METRICS] = [12, 9000]
const now = new Date('2026-06-01T00:00:00Z')

const metrics = Array.from({ length: METRICS }, (_, i) => metricOf(`m${i}`, 'number', i + 1))
const subject: Subject = {
  ...{ organization: 1, metrics, timezone: 'UTC', name: "this fleet's things" },
  members: Array.from({ length: THINGS }, (_, i) => ({ id: `t${10 + i}`, number: i + 1, metrics })),
}

/** The time of a thing's latest samples: equal from the seventh thing on. */
const timeOf = (thing: number) => Date.UTC(2026, 0, Math.min(thing, 7)) * 1000

function openStore() {
  const reads: (readonly number[])[] = []
  const latest = async (_organization: number, things: readonly number[]) => {
    reads.push(things)
    const found = new Map(things.map((thing) => [thing, rowsOf(thing)]))
    return found
  }
  return { reads, latest }
}

/** A sample of each metric. */
function rowsOf(thing: number): LatestRows {
  const rows = new LatestRows()
  const version = { high: 0, low: 1 }
  for (const { number } of metrics) rows.offer(number, timeOf(thing), thing, '', version)
  return rows
}

it.each(['none', 'thing'] as const)(
  'latest values of many series are read in batches (groupBy=%s)',
  async (groupBy) => {
    const store = openStore()
    const query = { groupBy, limit: groupBy === 'none' ? 100 : 1000 }
    const answer = await readRecentSamples(store, subject, query, now, {})
    expect(store.reads.flat()).toEqual(subject.members.map(({ number }) => number))
    for (const things of store.reads) expect(things.length * METRICS).toBeLessThanOrEqual(100_000)
    expect(store.reads.length).toBeLessThan(3)
    const ageSeconds = (now.getTime() * 1000 - timeOf(7)) / 1e6
    const value = { timestamp: '2026-01-07T00:00:00.000Z', value: 7, ageSeconds, stale: null }
    if (groupBy === 'none') {
      expect(Object.keys(answer.metrics ?? {})).toHaveLength(METRICS)
      expect(answer.metrics?.m7).toEqual({ ...value, thingId: 't16' })
    } else {
      expect(Object.keys(answer.byThing ?? {})).toEqual(subject.members.map(({ id }) => id))
      expect(answer.byThing?.t16?.m7).toEqual(value)
    }
  },
)

it('of several latest samples with the same time, that of the oldest thing counts, as in summaries', async () => {
  const reversed = { ...subject, members: subject.members.toReversed() }
  const query = { groupBy: 'none' as const, limit: 100 }
  const answer = await readRecentSamples(openStore(), reversed, query, now, {})
  expect(answer.metrics?.m7).toMatchObject({ value: 7, thingId: 't16' })
})

it('a thing with more series than a batch is a batch of its own', async () => {
  const many = Array.from({ length: 100_001 }, (_, i) => metricOf(`m${i}`, 'number', i + 1))
  const store = openStore()
  const members = subject.members.map((member, i) =>
    i === 1 ? { ...member, metrics: many } : member,
  )
  await readRecentSamples(store, { ...subject, members }, { groupBy: 'none', limit: 100 }, now, {})
  expect(store.reads.slice(0, 3).map(({ length }) => length)).toEqual([1, 1, 10])
})
