import { isoOf, workFor } from '@sluice/runtime'
import { expect, it, vi } from 'vitest'
import type { SampleStore } from '../store.ts'
import { metricOf } from '../testing/things.ts'
import { isLargeRead, largeReadTurns } from './large-reads.ts'
import type { Plan, Query } from './plan/plan.ts'
import { readSeries } from './read-series.ts'

const START = Date.UTC(2026, 0, 1) * 1000
const metric = metricOf('level', 'number', 1)
const members = Array.from({ length: 50 }, (_, i) => {
  return { id: `t${i}`, number: i + 1, metrics: [metric] }
})

/** A store whose statements wait until it is released. */
function heldStore() {
  const { promise, resolve } = Promise.withResolvers<[]>()
  const queryBlocks = vi.fn(() => promise)
  const store = {
    ...{ largeReads: largeReadTurns(), queryBlocks, readBarrier: async () => {} },
    rollups: { settledBefore: () => 0, ask() {} },
  } as unknown as SampleStore
  return { store, queryBlocks, release: () => resolve([]) }
}

function ask(store: SampleStore, { organization = 1, limit = 10_000, interval = '' } = {}) {
  const query: Query = {
    ...{ from: isoOf(START), to: isoOf(START + 3600e6), limit },
    ...({ order: 'asc', fill: 'none', groupBy: 'thing' } as const),
    ...(interval && { interval }),
  }
  const subject = { organization, members, metrics: [metric], timezone: 'UTC', name: 'these' }
  return readSeries(store, subject, query, new Date(START / 1000), {})
}

it('two large pages of an organization are read at a time, and small ones beside them', async () => {
  const { store, queryBlocks, release } = heldStore()
  const all = Array.from({ length: 5 }, () => ask(store))
  await vi.waitFor(() => expect(queryBlocks).toHaveBeenCalledTimes(2))
  all.push(ask(store, { limit: 1000 }), ask(store, { interval: '1m' }))
  all.push(ask(store, { organization: 2 }))
  await vi.waitFor(() => expect(queryBlocks).toHaveBeenCalledTimes(5))
  expect(store.largeReads.counts()).toEqual({ held: 3, waiting: 3, refused: 0 })
  release()
  await Promise.all(all)
  expect(store.largeReads.counts()).toEqual({ held: 0, waiting: 0, refused: 0 })
})

it('a page of few points is large if each series is laid out at the points of many others', () => {
  const thinned = (points: number) =>
    ({ kind: 'thinned', columns: Array(50), thinning: { points } }) as unknown as Plan
  expect([101, 100].map((points) => isLargeRead(thinned(points), 1000, 1))).toEqual([true, false])
})

it('a large page is not read for a client that has left before its turn', async () => {
  const { store, release } = heldStore()
  const first = [ask(store), ask(store)]
  const connection = { destroyed: false }
  const left = workFor('one', () => ask(store), 0, connection)
  await vi.waitFor(() => expect(store.largeReads.counts().waiting).toBe(1))
  connection.destroyed = true
  release()
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all(first)
})
