import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import type { MeasuredThing } from '../measured-thing.ts'
import { openSampleStore } from '../open-store.ts'
import type { SampleStore } from '../store.ts'
import { sampleAt } from '../testing/blocks.ts'
import { memoryLogs } from '../testing/memory-log.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { byTables } from '../testing/store.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { batchInserter } from '../write/insert-batch.ts'
import { DAY, dayOf } from './rules.ts'

const from = microsOfIso('2026-05-01T00:00:00Z')
const to = from + 4 * DAY
const NOW = BigInt(now.getTime()) * 1_000_000n

let bench: Awaited<ReturnType<typeof openRollupStore>>
let client: ClickHouseClient
beforeAll(async () => {
  bench = await openRollupStore(now)
  client = connect({ url: inject('clickhouseUrl') })
})
afterAll(() => Promise.all([bench.store.close(), client.close()]))
const { query } = workbench(() => bench.store)

type Moments = Partial<Record<'before' | 'after', () => Promise<unknown>>>

/** A thing and late writes to it, with a hook before or after the samples of one are stored. */
function lateWriter() {
  const thing = station()
  const { organization, thing: number } = thing.numbers
  const series = { organization, things: [number], metrics: [1] }
  const insertBatch = batchInserter({ client })
  return {
    organization,
    rollUp: () => bench.rollUp(series, from, to),
    async count(): Promise<number> {
      const wanted = {
        from: isoOf(from),
        to: isoOf(to),
        interval: '4d',
        metrics: 'temperature:count',
      }
      const { values } = await query(thing, wanted)
      const counts = (values['temperature:count'] ?? []) as number[]
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async write(time: number, { before, after }: Moments = {}): Promise<void> {
      await before?.()
      const write = { ...thing.numbers, samples: sampleAt(time), version: NOW }
      const complete = await insertBatch([write])
      await after?.()
      await complete()
    },
  }
}

it.each(['before', 'after'] as const)(
  'a day rolled up %s a late write stores its samples is correct once the write is acknowledged',
  async (moment) => {
    const { write, rollUp, count } = lateWriter()
    await rollUp()
    await write(from + 1, { [moment]: rollUp })
    expect(await count()).toBe(1)
    await rollUp()
    expect(await count()).toBe(1)
  },
)

it('late writes count at once, whatever happened to earlier marks', async () => {
  const { write, rollUp, count } = lateWriter()
  await write(from + 1)
  await write(from + 2)
  await rollUp()
  await client.command({ query: 'OPTIMIZE TABLE touched FINAL' })
  expect(await count()).toBe(2)
  await write(from + 3, { before: rollUp })
  await client.command({ query: 'OPTIMIZE TABLE touched FINAL' })
  expect(await count()).toBe(3)
  await rollUp()
  await write(from + 4, { after: () => client.command({ query: 'OPTIMIZE TABLE touched FINAL' }) })
  expect(await count()).toBe(4)
})

it.each([0, 1])('a rollup made by the earlier rule %i does not count', async (rule) => {
  const { organization, write, rollUp, count } = lateWriter()
  await write(from + 1)
  await rollUp()
  const [changes, which] = [`rule = ${rule}, counts = [7]`, `organization = ${organization}`]
  await client.command({
    query: `ALTER TABLE rollups UPDATE ${changes} WHERE ${which} AND length(counts) = 1`,
    clickhouse_settings: { mutations_sync: '1' },
  })
  expect(await count()).toBe(1)
})

const HOUR = 3_600_000

/** Two nodes over one log, each with a clock that a test offsets from the log's, in milliseconds. */
function twoNodes() {
  const { node } = memoryLogs(() => bench.clock().getTime())
  return [0, 1].map(() => {
    const skew = { millis: 0 }
    const store = byTables(
      openSampleStore({
        url: inject('clickhouseUrl'),
        clock: () => new Date(bench.clock().getTime() + skew.millis),
        sampleWriter: { kind: 'shared', log: node(), flushes: true },
      }),
    )
    onTestFinished(() => store.close())
    return { store, skew, ...workbench(() => store) }
  }) as [Node, Node]
}

interface Node extends ReturnType<typeof workbench> {
  readonly store: SampleStore
  readonly skew: { millis: number }
}

/** Makes `node` roll up the settled hours of the days around a time. */
async function rollUpAround(store: SampleStore, thing: MeasuredThing, time: number) {
  const { organization, thing: number } = thing.numbers
  const [before, after] = [dayOf(time) - 1, dayOf(time) + 2]
  store.rollups.ask({ organization, things: [number], metrics: [1], from: before, to: after })
  await store.rollups.idle()
  const days = 'SELECT toUInt32(count()) FROM rollups WHERE organization = {organization:UInt32}'
  // Requests that fail are dropped: then nothing would be tested.
  expect(await store.query(days, { organization })).not.toEqual([[0]])
}

const around = (time: number) => ({
  ...{ from: isoOf(time - 4 * DAY), to: isoOf(time + DAY) },
  ...({ interval: '1h', metrics: 'temperature:max' } as const),
})

it('live data of a node counts even if another node, whose clock is hours ahead, rolls it up at once', async () => {
  const [one, other] = twoNodes()
  const thing = station()
  other.skew.millis = 5 * HOUR
  const time = bench.clock().getTime() * 1000
  await one.store.write(thing.numbers, sampleAt(time - 4 * HOUR * 1000, 1))
  await rollUpAround(other.store, thing, time)
  await one.store.write(thing.numbers, sampleAt(time, 7))
  bench.advance(10 * HOUR)
  const { values } = await one.query(thing, around(time))
  expect((values['temperature:max'] ?? []).filter((value) => value !== null)).toEqual([1, 7])
})

it('a write that is pending while its hours are rolled up counts', async () => {
  const [one, other] = twoNodes()
  const thing = station()
  const time = bench.clock().getTime() * 1000
  const written = one.store.write(thing.numbers, sampleAt(time - 4 * HOUR * 1000, 1))
  await written
  await rollUpAround(other.store, thing, time)
  const { values } = await other.query(thing, around(time))
  expect((values['temperature:max'] ?? []).filter((value) => value !== null)).toEqual([1])
  const rows = await other.store.query(
    'SELECT sum(length(hours)) FROM rollups FINAL WHERE organization = {organization:UInt32}',
    { organization: thing.numbers.organization },
  )
  expect(rows).toEqual([[1]])
})

it('samples of hours rolled up while the clock of the only writer was ahead count, even after a restart', async () => {
  const log = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
  onTestFinished(() => rm(log, { recursive: true }))
  let ahead = 5 * HOUR
  const clock = () => new Date(bench.clock().getTime() + ahead)
  const open = () =>
    openSampleStore({
      ...{ url: inject('clickhouseUrl'), clock, cacheBytes: 0 },
      sampleWriter: { kind: 'this', log },
    })
  const thing = station()
  const time = bench.clock().getTime() * 1000
  const first = open()
  await first.write(thing.numbers, sampleAt(time - 3 * DAY, 1))
  await rollUpAround(first, thing, time)
  ahead = 0
  await first.write(thing.numbers, sampleAt(time, 7))
  await first.close()
  const second = open()
  await second.write(thing.numbers, sampleAt(time + 1, 8))
  bench.advance(10 * HOUR)
  const { values } = await workbench(() => second).query(thing, around(time))
  await second.close()
  expect((values['temperature:max'] ?? []).filter((value) => value !== null)).toEqual([1, 8])
})
