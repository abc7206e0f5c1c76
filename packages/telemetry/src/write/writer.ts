import type { SampleMemory } from '../cache/memory.ts'
import type { ThingNumbers } from '../thing-numbers.ts'
import { batchWrites } from './batching.ts'
import { latestSamples } from './blocks/latest-block.ts'
import { encodedSize } from './blocks/sample-block.ts'
import { seriesRows } from './blocks/series-rows.ts'
import type { NewWrite, Write } from './blocks/write.ts'
import { groupInserter, type Tables } from './insert-group.ts'
import type { Beat } from './shared/shared-log.ts'
import type { BarrierScope } from './wal/barrier-scope.ts'

/** Stores samples durably, with group commit. Numbers the writes of each thing in their order. */
export interface NumberingWriter extends Flow {
  /** Resolves once the samples are durable; later writes win over earlier ones. Rejects with `unavailable`. */
  write(write: NewWrite): Promise<void>
  /** A version above those of all samples of the thing that were acknowledged before, and below those of later writes. */
  takeVersion(numbers: ThingNumbers): Promise<bigint>
  /** The log that many nodes share, as this one saw it last; undefined without one. */
  lastBeat(): Beat | undefined
}

/** The same, of writes that are numbered already. */
export interface Writer extends Flow {
  /** The version high-water mark of earlier processes; 0 when none is kept. */
  readonly above: bigint
  write(write: Write): Promise<void>
}

interface Flow {
  /** Read-your-writes: flushes overlapping batches, and resolves once these are in the tables. Rejects with `unavailable`. */
  readBarrier(barrierScope: BarrierScope): Promise<void>
  /** Bytes of acknowledged samples that are not in the tables yet. Undefined for a writer without a log. */
  waitingBytes(): number | undefined
  /**
   * Resolves when the writes in flight have ended, whatever their outcome, and everything acknowledged is in the tables: all of it, or
   * as far as a scope goes at least. Rejects with `unavailable` when flushing fails or they do not end in time.
   */
  drained(scope?: BarrierScope): Promise<void>
  /** Waits for the writes in flight. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** Sizes of groups, for both writers. */
export const grouping = {
  bytesOf: ({ samples }: NewWrite) => encodedSize(samples),
  groupBytes: 32 * MEBIBYTE,
  queueBytes: 256 * MEBIBYTE,
}

/**
 * Timeout in milliseconds of a group or a batch; then the store counts as away. It is many times what a full one takes. The client
 * itself gives an insert up only after more than half a minute without a byte.
 */
export const STORE_PATIENCE = 10_000

export interface WriterOptions extends Tables {
  /** The caches, which follow the writes; undefined without caches. */
  readonly memory: Pick<SampleMemory, 'kept' | 'noteIndeterminate'> | undefined
}

/** Inserts each group into the tables before its callers are answered. */
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
        const complete = await insertGroup(series, latest)
        await complete()
      } catch (cause) {
        memory?.noteIndeterminate()
        throw cause
      }
      memory?.kept(group, latest)
    },
  })
  return {
    above: 0n,
    write: (write) => groups.add(write),
    readBarrier: async () => {},
    waitingBytes: () => undefined,
    drained: () => groups.drained(),
    close: () => groups.close(),
  }
}
