import type { ClickHouseClient } from '@clickhouse/client'
import { connect } from '@sluice/clickhouse'
import { isoOf, microsOfIso } from '@sluice/runtime'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openRollupStore } from '../testing/rollups.ts'
import { now, station, workbench } from '../testing/workbench.ts'
import { encodeSamples, sampleColumns } from '../write/blocks/sample-block.ts'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { seriesRows } from '../write/blocks/series-rows.ts'
import { insertBlocks } from '../write/insert-block.ts'
import { openMarker } from './marker.ts'
import { DAY, rollupRules } from './rules.ts'
import { encodeTouched, touchedColumns } from './touched-block.ts'

const from = microsOfIso('2026-05-01T00:00:00Z')
const to = from + 4 * DAY

type Bench = Awaited<ReturnType<typeof openRollupStore>>
let hasty: Bench
let patient: Bench
let client: ClickHouseClient
beforeAll(async () => {
  hasty = await openRollupStore(now)
  patient = await openRollupStore(now, {})
  client = connect({ url: inject('clickhouseUrl') })
})
afterAll(() => Promise.all([hasty.store.close(), patient.store.close(), client.close()]))
const { query } = workbench(() => hasty.store)

/** A thing and a late write, with `meanwhile` run between its marks and its samples. */
function lateWriter() {
  const thing = station()
  const { organization, thing: number } = thing.numbers
  const series = { organization, things: [number], metrics: [1] }
  return {
    rollUp: ({ rollUp }: Bench) => rollUp(series, from, to),
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
    write(time: number, meanwhile: () => Promise<void>): Promise<void> {
      const samples = new SampleBuffer(1)
      samples.push(1, time, 1)
      const rows = seriesRows([{ ...thing.numbers, samples, version: 1n }])
      const storeMarked = openMarker({
        ...{ ...rollupRules, clock: hasty.clock },
        insert: (days) =>
          insertBlocks(client, `touched (${touchedColumns})`, [encodeTouched(days)]),
      })
      return storeMarked(rows, async () => {
        await meanwhile()
        await insertBlocks(client, `samples (${sampleColumns})`, [encodeSamples(rows)])
      })
    },
  }
}

it('a day is not rolled up while a write to it is under way', async () => {
  const { write, rollUp, count } = lateWriter()
  await rollUp(hasty)
  await write(from + 1, () => rollUp(patient))
  expect(await count()).toBe(1)
  await rollUp(hasty)
  expect(await count()).toBe(1)
})

it('a write that took too long is marked again before it is acknowledged', async () => {
  const { write, rollUp, count } = lateWriter()
  await write(from + 1, async () => {
    // As if the write had taken so long that its mark expired.
    await rollUp(hasty)
    hasty.advance(rollupRules.markHolds)
  })
  expect(await count()).toBe(1)
})
