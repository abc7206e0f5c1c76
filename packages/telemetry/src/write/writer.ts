import type { Gone, ThingNumbers } from '../thing-numbers.ts'
import { encodedSize } from './blocks/sample-block.ts'
import type { NewWrite } from './blocks/write.ts'
import type { Beat } from './shared/shared-log.ts'
import type { BarrierScope } from './wal/barrier-scope.ts'

/** Stores samples durably through a log, with group commit. Numbers the writes of each thing in their order. */
export interface Writer {
  /** Resolves once the samples are durable; later writes win over earlier ones. Rejects with `unavailable`. */
  write(write: NewWrite): Promise<void>
  /** A version above those of all samples of the thing that were acknowledged before, and below those of later writes. */
  takeVersion(numbers: ThingNumbers): Promise<bigint>
  /** Read-your-writes: flushes overlapping batches, and resolves once these are in the tables. Rejects with `unavailable`. */
  readBarrier(barrierScope: BarrierScope): Promise<void>
  /** The same, once writes in flight have ended: no version of the scope that was given before comes to be in the tables later. */
  settled(barrierScope: BarrierScope): Promise<void>
  /**
   * Resolves when the writes in flight have ended, whatever their outcome, and everything acknowledged is in the tables: all of it, or
   * as far as a scope goes at least. Rejects with `unavailable` when flushing fails or they do not end in time.
   */
  drained(scope?: BarrierScope): Promise<void>
  /**
   * Resolves once this node's memory has followed what was acknowledged before, by any node. Undefined where it always has, or
   * where nothing is remembered.
   */
  readonly catchUp: ((barrierScope: BarrierScope) => Promise<void>) | undefined
  /** Samples were taken away: resolves once no question of later is answered with them, on any node. */
  forget(gone: Gone): Promise<void>
  /** Bytes of acknowledged samples that are not in the tables yet. Undefined for one that does not flush. */
  waitingBytes(): number | undefined
  /** The log that many nodes share, as this one saw it last; undefined without one. */
  lastBeat(): Beat | undefined
  /** Waits for the writes in flight. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** Sizes of groups, of both logs. */
export const grouping = {
  bytesOf: ({ samples }: NewWrite) => encodedSize(samples),
  groupBytes: 4 * MEBIBYTE,
  queueBytes: 256 * MEBIBYTE,
}

/** The writer of a process in which another one's writes are only read. */
export function refusingWriter(readBarrier: Writer['readBarrier'] = async () => {}): Writer {
  const refuse = () => Promise.reject(anotherWrites())
  return {
    ...{ readBarrier, write: refuse, takeVersion: refuse, settled: refuse, drained: refuse },
    ...{ forget: refuse, catchUp: undefined },
    ...{ waitingBytes: () => undefined, lastBeat: () => undefined, close: async () => {} },
  }
}

export function anotherWrites(): Error {
  return new Error('Samples are written and taken away by the process that remembers the latest.')
}
