import { describe, expect, it } from 'vitest'
import { type LatestByThing, LatestRows } from '../cache/latest/latest-rows.ts'
import { metricOf } from '../testing/things.ts'
import { TooManyBytes } from '../too-many-rows.ts'
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

describe('latest values with long texts', () => {
  const text = 'x'.repeat(4096)
  const logs = Array.from({ length: 100 }, (_, i) => metricOf(`log${i}`, 'string', i + 1))
  const members = Array.from({ length: 400 }, (_, i) => {
    return { id: `t${100 + i}`, number: i + 1, metrics: logs }
  })
  const many: Subject = { ...subject, metrics: logs, members }
  /** Each thing's are later than those of the things before. */
  function textsOf(thing: number): LatestRows {
    const rows = new LatestRows()
    for (const { number } of logs) rows.offer(number, thing, Number.NaN, text, { high: 0, low: 1 })
    return rows
  }

  /** A store that answers at most so many things at once. */
  function storeOf(most: number) {
    const reads: (readonly number[])[] = []
    const latest = async (_: number, things: readonly number[]): Promise<LatestByThing> => {
      if (things.length > most) throw new TooManyBytes(undefined)
      reads.push(things)
      return new Map(things.map((thing) => [thing, textsOf(thing)]))
    }
    return { reads, latest }
  }

  it('are read in parts, of which only the latest are kept', async () => {
    const store = storeOf(150)
    const { metrics } = await readRecentSamples(
      store,
      many,
      { groupBy: 'none', limit: 100 },
      now,
      {},
    )
    expect(store.reads.map(({ length }) => length)).toEqual([100, 100, 100, 100])
    expect(Object.keys(metrics ?? {})).toHaveLength(100)
    expect(metrics?.log99).toMatchObject({ thingId: 't499', value: text })
  })

  it('have pages that end before they are too large', async () => {
    const store = storeOf(150)
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const query = { groupBy: 'thing' as const, limit: 1000, ...(cursor && { cursor }) }
      const page = await readRecentSamples(store, many, query, now, {})
      pages.push(Object.keys(page.byThing ?? {}))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(pages.flat()).toEqual(members.map(({ id }) => id))
    // 64 MiB of texts, and what a number takes for each.
    expect(pages.map(({ length }) => length)).toEqual([163, 163, 74])
    // The rest of the things is not read for the first page.
    expect(store.reads[1]?.at(-1)).toBe(200)
    expect(store.reads[2]?.[0]).toBe(164)
  })

  it('are rejected if those of all things together are too large', async () => {
    const types = Array.from({ length: 170 }, (_, type) =>
      logs.map(({ key, number }) => metricOf(`${key}-${type}`, 'string', number)),
    )
    const different = members.slice(0, 170).map((one, i) => ({ ...one, metrics: types[i] ?? [] }))
    const asked = { ...many, members: different, metrics: types.flat() }
    const query = { groupBy: 'none' as const, limit: 100 }
    await expect(readRecentSamples(storeOf(150), asked, query, now, {})).rejects.toBeInstanceOf(
      TooManyBytes,
    )
  })
})
