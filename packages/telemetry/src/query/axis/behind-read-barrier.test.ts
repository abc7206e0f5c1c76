import { expect, it } from 'vitest'
import { type Question, rememberBuckets } from '../../cache/buckets/bucket-memory.ts'
import { rememberChunks } from '../../cache/chunks/chunk-memory.ts'
import { chunkLoader } from '../../cache/chunks/load-chunks.ts'
import type { SeriesDays } from '../../cache/chunks/series-days.ts'
import { startOfDay } from '../../rollups/rules.ts'
import type { SampleStore } from '../../store.ts'
import { writeOf } from '../../testing/blocks.ts'
import type { BarrierScope } from '../../write/wal/barrier-scope.ts'
import type { Range } from '../plan/range.ts'
import { behindReadBarrier, loadBehindBarrier } from './behind-read-barrier.ts'

const organization = 5
const thing = 7
const question: Question = {
  ...{ key: 'samples of each bucket', organization, things: [thing] },
  ...{
    whole: { from: 0, to: 10 },
    most: 10,
    numberOf: (micros) => micros,
    startOf: (bucket) => bucket,
  },
}

/** A store with a log of samples, visible to statements only after the read barrier. Buckets are times. */
function openStore() {
  const memory = rememberBuckets({ isIndeterminate: () => false })
  const log: number[] = []
  const table: number[] = []
  let caught = 0
  const store = {
    buckets: memory,
    async readBarrier() {
      caught += 1
      table.push(...log.splice(0))
    },
    async query() {
      return table.map((time) => [time])
    },
  } as unknown as SampleStore
  return {
    store,
    /** How many read barriers were awaited. */
    caught: () => caught,
    write(time: number) {
      log.push(time)
      memory.written([writeOf(thing, 1n, (samples) => samples.push(1, time, 1))])
    },
  }
}

/** Reads the number of samples in each bucket, from the cache where possible. */
function readerOf(store: SampleStore) {
  const current = behindReadBarrier(store, { organization })
  const read = async ([{ from, to } = { from: 0, to: 0 }]: readonly Range[]) => {
    const times = (await current.query('', {})).map(([time]) => time)
    const positions = Array.from({ length: to - from }, (_, i) => from + i)
    const values = positions.map((bucket) => times.filter((time) => time === bucket).length)
    return { positions, columns: [{ id: 'count', values }] }
  }
  const through = current.buckets?.through(question, read)
  return async (buckets: Range) => (await through?.(buckets, 'asc'))?.columns[0]?.values
}

it('all statements of a query share one read barrier', async () => {
  const { store, caught } = openStore()
  const current = behindReadBarrier(store, { organization })
  await Promise.all([current.query('', {}), current.query('', {})])
  await current.query('', {})
  expect(caught()).toBe(1)
})

it('buckets cached by a later page include writes made after the first page', async () => {
  const { store, write } = openStore()
  const read = readerOf(store)
  expect(await read({ from: 0, to: 2 })).toEqual([0, 0])
  write(3)
  await read({ from: 2, to: 4 })
  expect(await readerOf(store)({ from: 0, to: 4 })).toEqual([0, 0, 0, 1])
})

it('a query answered from the cache needs no read barrier', async () => {
  const { store, caught } = openStore()
  for (let turn = 0; turn < 2; turn += 1) await readerOf(store)({ from: 0, to: 4 })
  expect(caught()).toBe(1)
})

it('a load passes one read barrier, which covers whole days of what is missing', async () => {
  const waits: BarrierScope[] = []
  const readBarrier = async (barrierScope: BarrierScope) => void waits.push(barrierScope)
  const memory = rememberChunks({
    ...{ isIndeterminate: () => false, maxBytes: 1e6, loadsAhead: false },
  })
  const load = loadBehindBarrier({ readBarrier }, chunkLoader({ queryBlocks: async () => [] }))
  const chunks = {
    ...memory,
    read: (wanted: SeriesDays) => memory.read(wanted, load),
  }
  const store = { chunks, readBarrier } as unknown as SampleStore
  const scope = { organization, things: [thing, 8], range: { from: 15, to: 38 } }
  const current = behindReadBarrier(store, scope)
  const wanted = { organization, things: [thing], metrics: [1], days: [2, 3] }
  for (let turn = 0; turn < 3; turn += 1) await current.chunks?.read(wanted)
  const range = { from: startOfDay(2), to: startOfDay(4) }
  expect(waits).toEqual([{ organization, things: [thing], range }])
})
