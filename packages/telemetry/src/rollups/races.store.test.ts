import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openSampleStore } from '../open-store.ts'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { latestSamples } from '../write/blocks/latest-block.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import { groupInserter } from '../write/insert-group.ts'
import { DAY, rollupRules } from './rules.ts'

const from = microsOfIso('2026-05-01T00:00:00Z')
const to = from + 4 * DAY

let bench: Awaited<ReturnType<typeof openRollupStore>>
let client: ClickHouseClient
beforeAll(async () => {
  bench = await openRollupStore(now)
  client = connect({ url: inject('clickhouseUrl') })
})
afterAll(() => Promise.all([bench.store.close(), client.close()]))
const { query } = workbench(() => bench.store)

type Moments = Partial<Record<'before' | 'after', () => Promise<unknown>>>

/** A thing and late writes to it, with something happening before or after the samples of one are stored. */
function lateWriter() {
  const thing = station()
  const { organization, thing: number } = thing.numbers
  const series = { organization, things: [number], metrics: [1] }
  const { rolledUpBefore } = bench.store.rollups
  const insertGroup = groupInserter({
    client,
    clock: bench.clock,
    rules: rollupRules,
    rolledUpBefore,
  })
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
      const samples = new SampleBuffer(1)
      samples.push(1, time, 1)
      await before?.()
      const rows = seriesRows([{ ...thing.numbers, samples, version: 1n }])
      const complete = await insertGroup(rows, latestSamples(rows))
      await after?.()
      await complete()
    },
  }
}

it.each(['before', 'after'] as const)(
  'a day rolled up %s a late write stored its samples is right once it is acknowledged',
  async (moment) => {
    const { write, rollUp, count } = lateWriter()
    await rollUp()
    await write(from + 1, { [moment]: rollUp })
    expect(await count()).toBe(1)
    await rollUp()
    expect(await count()).toBe(1)
  },
)

it('late writes count at once, whatever became of the marks of those before', async () => {
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

it('a rollup made by the rule of earlier versions does not count', async () => {
  const { organization, write, rollUp, count } = lateWriter()
  await write(from + 1)
  await rollUp()
  const [changes, which] = ['rule = 0, counts = [7]', `organization = ${organization}`]
  await client.command({
    query: `ALTER TABLE rollups UPDATE ${changes} WHERE ${which} AND length(counts) = 1`,
    clickhouse_settings: { mutations_sync: '1' },
  })
  expect(await count()).toBe(1)
})

const HOUR = 3_600_000

it.each([
  ['the process that rolled up', () => bench.store],
  [
    'a process that starts later, with more rollups than a query may read',
    () => openSampleStore({ url: inject('clickhouseUrl'), clock: bench.clock, rowsPerQuery: 1 }),
  ],
])(
  'samples of hours that were rolled up while the clock was ahead count, written by %s',
  async (_, storeOf) => {
    const thing = station()
    const series = {
      organization: thing.numbers.organization,
      things: [thing.numbers.thing],
      metrics: [1],
    }
    const time = bench.clock().getTime() * 1000
    bench.advance(5 * HOUR)
    await bench.rollUp(series, time - 4 * DAY, time + 1)
    bench.advance(-5 * HOUR)
    const store = storeOf()
    bench.advance(0.5 * HOUR)
    const samples = new SampleBuffer(1)
    samples.push(1, time, 7)
    await store.write(thing.numbers, samples)
    if (store !== bench.store) await store.close()
    bench.advance(10 * HOUR)
    const wanted = {
      from: isoOf(time - 4 * DAY),
      to: isoOf(time + DAY),
      interval: '1h',
      metrics: 'temperature:max',
    }
    const { values } = await query(thing, wanted)
    expect((values['temperature:max'] ?? []).filter((value) => value !== null)).toEqual([7])
  },
)
