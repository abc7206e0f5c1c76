import type { ClickHouseClient } from '@clickhouse/client'
import { batchWrites } from './batching.ts'
import { encodeLatest, latestColumns, latestSamples } from './blocks/latest-block.ts'
import { encodedSize, encodeSamples, sampleColumns } from './blocks/sample-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import type { Write } from './blocks/write.ts'
import { insertBlock } from './insert-block.ts'
import type { LatestMemory } from './latest/latest-memory.ts'
import { openMarker } from './rollups/marker.ts'
import type { RollupRules } from './rollups/rules.ts'
import { encodeTouched, touchedColumns } from './rollups/touched-block.ts'

/** What stores samples durably, many callers' at a time. */
export interface Writer {
  /** Resolves once the samples are stored and readable. Rejects with `unavailable`. */
  write(write: Write): Promise<void>
  /** Resolves when the writes that are under way now have ended, whatever their end. */
  settled(): Promise<void>
  /** Waits for the writes under way. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

interface Options {
  readonly client: ClickHouseClient
  readonly clock: () => Date
  readonly rules: RollupRules
  /** Follows what is stored; undefined where nothing is remembered. */
  readonly memory: Pick<LatestMemory, 'stored' | 'doubt'> | undefined
}

/**
 * A write is acknowledged after three inserts: the marks of late samples, then its samples and the latest
 * values among them. The last two run together, which takes four fifths of the time of one after the other.
 */
export function openWriter({ client, clock, rules, memory }: Options): Writer {
  const insert = (into: string, block: Buffer) => insertBlock(client, into, block)
  const storeMarked = openMarker({
    ...{ clock, ...rules },
    insert: (days) => insert(`touched (${touchedColumns})`, encodeTouched(days)),
  })
  const groups = batchWrites<Write>({
    bytesOf: ({ samples }) => encodedSize(samples),
    groupBytes: 32 * MEBIBYTE,
    queueBytes: 256 * MEBIBYTE,
    patience: { usual: 50, lull: 4, longest: 100 },
    async sink(group) {
      const series = seriesRows(group)
      const latest = latestSamples(series)
      const store = () =>
        allOf([
          insert(`samples (${sampleColumns})`, encodeSamples(series)),
          insert(`latest (${latestColumns})`, encodeLatest(latest)),
        ])
      try {
        await storeMarked(series, store)
      } catch (cause) {
        memory?.doubt()
        throw cause
      }
      memory?.stored(latest)
    },
  })
  const underWay = new Set<Promise<void>>()

  return {
    write(write) {
      const stored = groups.add(write)
      const end = () => void underWay.delete(stored)
      underWay.add(stored)
      stored.then(end, end)
      return stored
    },
    async settled() {
      await Promise.allSettled([...underWay])
    },
    close: () => groups.close(),
  }
}

/** Like `Promise.all`, but only once all have ended: nothing of a group may come in after it was answered. */
async function allOf(inserts: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(inserts)
  await Promise.all(inserts)
}
