import { atOnce } from '@sluice/runtime'
import { expect, it } from 'vitest'
import { writeOf } from '../../testing/blocks.ts'
import { ORGANIZATION, range } from '../../testing/chunk-bench.ts'
import { rememberChunks } from './chunk-memory.ts'
import { Chunks } from './loading.ts'
import type { SeriesDays } from './series-days.ts'

const SECOND = 1_000_000
const wanted = { organization: ORGANIZATION, things: [7], metrics: range(10), days: [0] }

/** A thing of ten metrics that were measured together every ten seconds. */
async function load({ things, metrics, days }: SeriesDays): Promise<Chunks> {
  const chunks = new Chunks()
  const times = Float64Array.from({ length: 8640 }, (_, i) => i * 10 * SECOND)
  for (const thing of things) {
    for (const metric of metrics) {
      for (const day of days) chunks.append(thing, metric, day, times, new Float64Array(8640))
    }
  }
  return chunks
}

function open() {
  const options = { maxBytes: 1e9, loadsAhead: true, monotonic: () => 1 }
  const memory = rememberChunks({ ...options, isIndeterminate: () => false })
  async function chunks() {
    const [[day] = []] = (await memory.read(wanted, load)) ?? []
    return wanted.metrics.map((metric) => day?.get(metric) ?? expect.fail('not cached'))
  }
  return {
    memory,
    chunks,
    /** Queries everything; returns the bytes of all lists. */
    async query() {
      const runs = (await chunks()).map((chunk) => atOnce(chunk.run()))
      const lists = new Set(runs.flatMap(({ times, numbers }) => [times.buffer, numbers.buffer]))
      return [...lists].reduce((sum, { byteLength }) => sum + byteLength, 0)
    },
    write(seconds: readonly number[], metrics = wanted.metrics) {
      const write = writeOf(7, 1n, (samples) => {
        for (const metric of metrics) {
          for (const second of seconds) samples.push(metric, second * SECOND, 1)
        }
      })
      memory.written([write])
    },
  }
}

it('lists of times count that a late sample separates, once a query has merged it', async () => {
  const { memory, query, write } = open()
  await query()
  const counted = memory.counts().bytes
  write([5])
  const held = await query()
  expect(held).toBeGreaterThan(1.5 * counted)
  expect(memory.counts().bytes).toBeGreaterThan(held)
  expect(memory.counts().bytes).toBeLessThan(1.1 * held)
})

it('corrections count until a query merges them', async () => {
  const { memory, query, write } = open()
  await query()
  const counted = memory.counts().bytes
  for (let round = 0; round < 20; round += 1) {
    write(range(500).map((i) => i * 10))
    expect(memory.counts().bytes).toBeGreaterThan(counted)
    await query()
  }
  expect(memory.counts().bytes).toBeLessThan(1.1 * counted)
})

it('a query that goes on after its chunks were dropped changes no count', async () => {
  const { memory, chunks, write } = open()
  for (const drop of [
    () => memory.forget({ organization: 5, thing: 7 }),
    () => memory.forgetAll(() => true),
  ]) {
    const held = await chunks()
    write([5])
    drop()
    for (const chunk of held) atOnce(chunk.run())
    expect(memory.counts().bytes).toBe(0)
  }
})

it('a day with a series of more samples than can be copied in a moment is left to the store', async () => {
  const { memory, query, write } = open()
  await query()
  const step = 9 / 1_100_000
  for (let sent = 0; sent < 1_100_000; sent += 20_000) {
    const times = range(20_000).map((i) => 86_390 + (sent + i + 1) * step)
    write(times, [0])
    if (sent === 900_000) expect(memory.counts().bytes).toBeGreaterThan(900_000 * 16)
  }
  expect(memory.counts().bytes).toBe(0)
})

it('a load with such a series fails', async () => {
  const { memory } = open()
  const found = await memory.read(wanted, async () => {
    const chunks = new Chunks()
    const times = Float64Array.from({ length: 1_000_001 }, (_, i) => i)
    chunks.append(7, 1, 0, times, times)
    return chunks
  })
  expect(found).toBeUndefined()
  expect(memory.counts().left).toBe(1)
})
