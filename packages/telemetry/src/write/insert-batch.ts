import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { batchesOf, inSlices } from '@sluice/runtime'
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

/** Makes a batch in the tables count. Rejects if that is not certain. */
export type Complete = () => Promise<void>

/** Inserts a batch of writes. Rejects if it is not known to be stored completely. */
export type InsertBatch = (
  writes: readonly Write[],
  /** The deduplication token: tables take inserts with the same token once. By default it is unique. */
  token?: string,
) => Promise<Complete>

/**
 * A batch is stored by three inserts: its samples and its latest values, then, to complete it, the marks of days with
 * late samples, so that no rollup made without these counts. The first two run concurrently, which takes four fifths of
 * the time.
 *
 * Marks follow the samples, and precede their acknowledgement or the read barrier: a rollup that did not read the
 * samples was made before the marks, so it is invalid once a query relies on them. If a mark preceded its samples, on
 * whichever replica is asked, a rollup could be made between the two.
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
    const latestOnes = () => encoded(batchesOf(latest, ENCODED_AT_ONCE), encodeLatest)
    // Nothing of a batch may be inserted after it was answered.
    await allOf([
      insert(`samples (${sampleColumns})`, token, samples),
      insert(`latest (${latestColumns})`, token, latestOnes),
    ])
    return async () => {
      const days = await inSlices(lateDays(series))
      if (days.length > 0) {
        await replicas.readable()
        const marks = () => encoded(batchesOf(days, ENCODED_AT_ONCE), encodeTouched)
        await insert(`touched (${touchedColumns})`, randomUUID(), marks)
      }
      await replicas.readable()
    }
  }
}

/** Latest samples, or days, encoded at once. */
const ENCODED_AT_ONCE = 8192

/** Encodes slice by slice, so that the event loop can serve other calls. */
async function* encoded<Slice>(slices: Iterable<Slice>, encode: (slice: Slice) => Buffer) {
  let first = true
  for (const slice of slices) {
    if (!first) await setImmediate()
    first = false
    yield encode(slice)
  }
}
