import type { SampleMemory } from '../cache/memory.ts'
import { batchWrites } from './batching.ts'
import { latestSamples } from './blocks/latest-block.ts'
import { encodedSize } from './blocks/sample-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import type { Write } from './blocks/write.ts'
import { groupInserter, type Tables } from './insert-group.ts'
import type { WaitedFor } from './wal/waited-for.ts'

/** What stores samples durably, many callers' at a time. */
export interface Writer {
  /** All versions that earlier processes are known to have used are below. */
  readonly above: bigint
  /** Resolves once the samples are kept for good. Rejects with `unavailable`. */
  write(write: Write): Promise<void>
  /** Resolves once those samples that were acknowledged are in the tables. Rejects with `unavailable`. */
  catchUp(waitedFor: WaitedFor): Promise<void>
  /** Bytes of samples that are acknowledged and not in the tables yet; undefined where there never are any. */
  waitingBytes(): number | undefined
  /**
   * Resolves when the writes that are under way now have ended, whatever their end, and what was acknowledged is in the
   * tables. Rejects with `unavailable` when it cannot be brought there, or they do not end in time.
   */
  settled(): Promise<void>
  /** Waits for the writes under way. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** What many callers' writes are grouped by, whatever becomes of a group. */
export const grouping = {
  bytesOf: ({ samples }: Write) => encodedSize(samples),
  groupBytes: 32 * MEBIBYTE,
  queueBytes: 256 * MEBIBYTE,
}

/**
 * Milliseconds that the store may take for a group or a batch before it counts as away. Many times what a full one takes; the client
 * gives an insert up only after more than half a minute without a byte.
 */
export const STORE_PATIENCE = 10_000

export interface WriterOptions extends Tables {
  /** Follows what is stored; undefined where nothing is remembered. */
  readonly memory: Pick<SampleMemory, 'kept' | 'doubt'> | undefined
}

/** Puts groups into the tables, each before its callers are answered. */
export function openWriter({ memory, ...tables }: WriterOptions): Writer {
  const insertGroup = groupInserter(tables)
  const groups = batchWrites<Write>({
    ...grouping,
    sinkTime: STORE_PATIENCE,
    patience: { usual: 50, lull: 4, longest: 100 },
    async sink(group) {
      const series = seriesRows(group)
      const latest = latestSamples(series)
      try {
        await insertGroup(series, latest)
      } catch (cause) {
        memory?.doubt()
        throw cause
      }
      memory?.kept(group, latest)
    },
  })
  return {
    above: 0n,
    write: (write) => groups.add(write),
    catchUp: async () => {},
    waitingBytes: () => undefined,
    settled: () => groups.settled(),
    close: () => groups.close(),
  }
}
