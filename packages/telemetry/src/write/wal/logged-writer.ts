import { atOnce, beginAtOnce, Problem } from '@sluice/runtime'
import type { SampleMemory } from '../../cache/memory.ts'
import { forgetGone } from '../../cache/remembering.ts'
import { unavailable } from '../../unavailable.ts'
import { STORE_PATIENCE_MS, type Tables } from '../all-replicas.ts'
import { batchWrites } from '../batching.ts'
import { numberVersions } from '../blocks/versions.ts'
import { endOfVersions, type Write } from '../blocks/write.ts'
import { batchInserter } from '../insert-batch.ts'
import { grouping, type Writer } from '../writer.ts'
import { isAmong } from './barrier-scope.ts'
import { decodeWrites, encodeWrites } from './encode-writes.ts'
import { openFlusher } from './flusher.ts'
import { type DamagedSegment, openWriteAheadLog } from './log.ts'
import { ownFolder } from './own-folder.ts'
import { openVersionMark } from './version-mark.ts'

export interface LoggedWriterOptions extends Tables {
  readonly clock: () => Date
  /** The caches, which follow the writes. */
  readonly memory: Pick<SampleMemory, 'kept' | 'forget' | 'forgetAll'> | undefined
  /** Versions also begin above this: the highest of a log that nodes shared before. */
  readonly above?: bigint | undefined
  /** The log's folder. No other process may write to the tables; a second one with the same folder is refused. */
  readonly directory: string
  /** Called when the log cannot be flushed, and with undefined once it can again. */
  readonly onFault?: ((cause: unknown) => void) | undefined
  /** Called at start for each segment that may have lost acknowledged samples. */
  readonly onDamage?: ((damaged: DamagedSegment) => void) | undefined
}

const MEBIBYTE = 1024 * 1024

/** Measured heap bytes of a write without its rows. */
const WRITE_BYTES = 900

/**
 * Writes through the write-ahead log (group commit): callers are answered once their group is on disk. The flusher
 * inserts many groups at once, because an insert has a fixed cost. The log of an earlier process is replayed first.
 *
 * @throws if another process uses the log
 */
export function openLoggedWriter(options: LoggedWriterOptions): Writer {
  const { directory, onFault = () => {}, onDamage, memory, client, layout, clock } = options
  const insertBatch = batchInserter({ client, layout })
  const folder = ownFolder(directory)
  const versionMark = openVersionMark(directory)
  const log = openWriteAheadLog(directory, onDamage)
  const flusher = openFlusher({
    store: insertBatch,
    // The next rotation retries a file that could not be emptied.
    rotate: () => void log.rotate().catch(() => {}),
    ...{ onFault, rest: 500, retry: 1000, patience: STORE_PATIENCE_MS },
    ...{ batch: { bytes: 16 * MEBIBYTE, runs: 20_000 }, roomyBytes: 32 * MEBIBYTE },
  })
  let above = highest([versionMark.found, options.above ?? 0n])
  for (const { record, release } of log.replay()) {
    const writes = atOnce(decodeWrites(record))
    above = highest([above, ...writes.map(endOfVersions)])
    add(writes, release)
  }
  const groups = batchWrites<Write>({
    ...grouping,
    async sink(writes) {
      await flusher.room()
      await versionMark.raise(highest(writes.map(endOfVersions)))
      add(writes, await log.append(await beginAtOnce(encodeWrites(writes))))
      memory?.kept(writes)
    },
  })

  function add(writes: readonly Write[], release: () => Promise<void>): void {
    const sum = (of: (write: Write) => number) => writes.reduce((all, write) => all + of(write), 0)
    flusher.add({
      ...{ writes, release },
      bytes: sum((write) => WRITE_BYTES + grouping.bytesOf(write)),
      runs: sum(({ samples }) => samples.runs()),
    })
  }

  /** Waits for all, whatever the scope: a file of the log has records of everybody. */
  async function drained(): Promise<void> {
    await groups.drained()
    // While flushes fail, the log is not rotated: each call would add a file.
    const failure = flusher.failure()
    if (failure) throw failure
    // The log is emptied, too: erased samples must not be replayed. A group being appended is in the same file.
    const gone = log.rotate()
    await Promise.all([gone, groups.drained().then(() => flusher.flushed())]).catch((cause) => {
      throw cause instanceof Problem ? cause : unavailable(cause)
    })
  }

  const takeVersions = numberVersions(clock, above)
  return {
    write: ({ samples, ...numbers }) =>
      groups.add({ ...numbers, samples, version: takeVersions(samples.rows) }),
    async takeVersion() {
      const version = takeVersions(1)
      // An erasure's job and a rollup outlive this process, so later writes must get a higher version than these.
      await versionMark.raise(version).catch((cause) => {
        throw unavailable(cause)
      })
      return version
    },
    logState: () => undefined,
    readBarrier: (barrierScope) => flusher.flushed(isAmong(barrierScope)),
    async settled(barrierScope) {
      await groups.drained()
      await flusher.flushed(isAmong(barrierScope))
    },
    drained,
    drainsByScope: false,
    catchUp: undefined,
    async forget(gone) {
      if (!memory) return
      // After this, the caches have followed all writes that were in flight.
      await groups.drained()
      forgetGone(memory, gone)
    },
    waitingBytes: () => flusher.bytes(),
    async close() {
      await groups.close()
      await flusher.close()
      // Otherwise the next process would replay what is already in the tables.
      if (flusher.bytes() === 0) await log.rotate().catch(() => {})
      await log.close()
      folder.release()
    },
  }
}

const highest = (versions: readonly bigint[]) =>
  versions.reduce((one, other) => (one > other ? one : other), 0n)
