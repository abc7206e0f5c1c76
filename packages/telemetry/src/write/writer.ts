import type { Gone, ThingNumbers } from '../thing-numbers.ts'
import { encodedSize } from './blocks/sample-block.ts'
import type { NewWrite } from './blocks/write.ts'
import type { LogState } from './shared/shared-log.ts'
import type { BarrierScope } from './wal/barrier-scope.ts'

/** Stores samples durably through a log, with group commit. Numbers the writes of each thing in order. */
export interface Writer {
  /** Resolves once the samples are durable; later writes win over earlier ones. Rejects with `unavailable`. */
  write(write: NewWrite): Promise<void>
  /** A version above those of all samples of the thing acknowledged before, and below those of later writes. */
  takeVersion(numbers: ThingNumbers): Promise<bigint>
  /**
   * Read-your-writes: flushes overlapping batches, and resolves once they are in the tables. Rejects with
   * `unavailable`.
   */
  readBarrier(barrierScope: BarrierScope): Promise<void>
  /**
   * The same, after writes in flight have ended: no version of the scope that was given before gets into the tables
   * later.
   */
  settled(barrierScope: BarrierScope): Promise<void>
  /**
   * Resolves when writes in flight have ended, whatever their outcome, and everything acknowledged (at least in the
   * scope) is in the tables and cannot come from the log again. Rejects with `unavailable` if flushing fails or they do
   * not end in time.
   */
  drained(scope?: BarrierScope): Promise<void>
  /** Whether that waits for the scope alone. */
  readonly drainsByScope: boolean
  /**
   * Resolves once this node's caches have applied everything acknowledged before, by any node. Undefined if they always
   * have, or there are none.
   */
  readonly catchUp: ((barrierScope: BarrierScope) => Promise<void>) | undefined
  /** To be called after samples were removed: resolves once no later query is answered with them, on any node. */
  forget(gone: Gone): Promise<void>
  /** Bytes of acknowledged samples that are not in the tables yet. Undefined on a node that does not flush. */
  waitingBytes(): number | undefined
  /** The shared log as this node saw it last; undefined without one. */
  logState(): LogState | undefined
  /** Waits for writes in flight. */
  close(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

/** Group sizes, for both logs. */
export const grouping = {
  bytesOf: ({ samples }: NewWrite) => encodedSize(samples),
  groupBytes: 4 * MEBIBYTE,
  queueBytes: 256 * MEBIBYTE,
}

/** The writer of a process that only reads what another one writes. */
export function refusingWriter(readBarrier: Writer['readBarrier'] = async () => {}): Writer {
  const refuse = () => Promise.reject(anotherWrites())
  return {
    ...{ readBarrier, write: refuse, takeVersion: refuse, settled: refuse, drained: refuse },
    ...{ forget: refuse, catchUp: undefined, drainsByScope: false },
    ...{ waitingBytes: () => undefined, logState: () => undefined, close: async () => {} },
  }
}

export function anotherWrites(): Error {
  return new Error('Samples are written and taken away by the process that remembers the latest.')
}
