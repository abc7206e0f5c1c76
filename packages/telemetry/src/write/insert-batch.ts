import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inSlices, lotsOf } from '@sluice/runtime'
import { lateDays } from '../rollups/late-days.ts'
import { encodeTouched, touchedColumns } from '../rollups/touched-block.ts'
import { allOf } from './all-of.ts'
import { allReplicas, type Tables } from './all-replicas.ts'
import { encodeLatest, latestColumns, latestSamples } from './blocks/latest-block.ts'
import { encodeSamples, sampleColumns } from './blocks/sample-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import { slicesOf } from './blocks/slices.ts'
import type { Write } from './blocks/write.ts'
import { insertBlocks } from './insert-block.ts'

/** Makes a batch that is in the tables count. Rejects when it is not known to. */
export type Complete = () => Promise<void>

/** Puts a batch of writes into the tables. Rejects when it is not known to be there whole. */
export type InsertBatch = (
  writes: readonly Write[],
  /** The same again means the same batch, which the tables then take once; without it none is like another. */
  token?: string,
) => Promise<Complete>

/**
 * A batch is stored by three inserts: its samples and the latest values among them, then, to complete it, the marks of
 * the days that late samples fall on, so that no rollup made without these counts. The first two run together, which takes four
 * fifths of the time of one after the other.
 *
 * The marks follow the samples and precede their acknowledgement or the read barrier: a rollup that did not read the samples was
 * made before the marks, so it does not count once a query relies on them. A mark that preceded the samples would leave time for
 * a rollup between the two.
 */
export function batchInserter(tables: Tables): InsertBatch {
  return async (writes, token = randomUUID()) => {
    const replicas = await allReplicas(tables)
    const series = await inSlices(seriesRows(writes))
    const latest = await inSlices(latestSamples(series))
    const insert = (into: string, token: string, blocks: () => AsyncIterable<Buffer>) =>
      replicas.insert((settings) =>
        insertBlocks(tables.client, { into, token, settings }, blocks()),
      )
    const samples = () => encoded(slicesOf(series), encodeSamples)
    const latestOnes = () => encoded(lotsOf(latest, LOT), encodeLatest)
    // Nothing of a batch may come in after it was answered.
    await allOf([
      insert(`samples (${sampleColumns})`, token, samples),
      insert(`latest (${latestColumns})`, token, latestOnes),
    ])
    return async () => {
      const days = await inSlices(lateDays(series))
      if (days.length > 0) {
        const marks = () => encoded(lotsOf(days, LOT), encodeTouched)
        await insert(`touched (${touchedColumns})`, randomUUID(), marks)
      }
      await replicas.readable()
    }
  }
}

/** Latest samples, or days, that are encoded at once. */
const LOT = 8192

/** Encodes slice by slice, so that calls are answered in between. */
async function* encoded<Slice>(slices: Iterable<Slice>, encode: (slice: Slice) => Buffer) {
  let first = true
  for (const slice of slices) {
    if (!first) await setImmediate()
    first = false
    yield encode(slice)
  }
}
