import { Problem } from '@sluice/runtime'
import { unavailable } from '../../unavailable.ts'
import { batchWrites } from '../batching.ts'
import { latestSamples } from '../blocks/latest-block.ts'
import { seriesRows } from '../blocks/series-rows.ts'
import { endOfVersions, type Write } from '../blocks/write.ts'
import { groupInserter } from '../insert-group.ts'
import { grouping, STORE_PATIENCE, type Writer, type WriterOptions } from '../writer.ts'
import { openBacklog } from './backlog.ts'
import { openCeiling } from './ceiling.ts'
import { decodeWrites, encodeWrites } from './encode-writes.ts'
import { openWriteAheadLog } from './log.ts'
import { ownFolder } from './own-folder.ts'
import { isAmong } from './waited-for.ts'

interface Options extends WriterOptions {
  /** The log's folder. No other process may write to the tables; one that uses the same folder is refused. */
  readonly directory: string
  /** Told when what is in it cannot be brought into the tables, and with undefined when it can again. */
  readonly onFault?: ((cause: unknown) => void) | undefined
}

const MEBIBYTE = 1024 * 1024

/** Measured, in the heap: a write without its rows. */
const WRITE_BYTES = 900

/**
 * Answers a group's callers once it is in the log on the disk, and brings what is there into the tables a moment
 * later, many groups at a time: an insert costs the store the same however few its rows. What an earlier process left
 * in the log is brought over first of all.
 *
 * @throws while another process uses the log
 */
export function openLoggedWriter(options: Options): Writer {
  const { directory, onFault = () => {}, memory, ...tables } = options
  const insertGroup = groupInserter(tables)
  const folder = ownFolder(directory)
  const ceiling = openCeiling(directory)
  const log = openWriteAheadLog(directory)
  const backlog = openBacklog({
    store(writes) {
      const series = seriesRows(writes)
      return insertGroup(series, latestSamples(series))
    },
    // A file that the disk keeps is met again at the next turn, and by whoever waits for it to be gone.
    turn: () => void log.turn().catch(() => {}),
    ...{ onFault, rest: 500, retry: 1000, patience: STORE_PATIENCE },
    ...{ batch: { bytes: 16 * MEBIBYTE, runs: 20_000 }, roomyBytes: 32 * MEBIBYTE },
  })
  let above = ceiling.found
  for (const { record, release } of log.takeLeft()) {
    const writes = decodeWrites(record)
    above = highest([above, ...writes.map(endOfVersions)])
    add(writes, release)
  }
  const groups = batchWrites<Write>({
    ...grouping,
    groupBytes: 4 * MEBIBYTE,
    async sink(writes) {
      await backlog.room()
      await ceiling.raise(highest(writes.map(endOfVersions)))
      add(writes, await log.append(encodeWrites(writes)))
      memory?.kept(writes)
    },
  })

  function add(writes: readonly Write[], release: () => Promise<void>): void {
    const sum = (of: (write: Write) => number) => writes.reduce((all, write) => all + of(write), 0)
    backlog.add({
      ...{ writes, release },
      bytes: sum((write) => WRITE_BYTES + grouping.bytesOf(write)),
      runs: sum(({ samples }) => samples.runs()),
    })
  }

  return {
    above,
    write: (write) => groups.add(write),
    catchUp: (waitedFor) => backlog.stored(isAmong(waitedFor)),
    async settled() {
      await groups.settled()
      // Also out of the log: what is erased next must not come back from there. A group that is just being
      // appended lies in the same file.
      const gone = log.turn()
      await Promise.all([gone, groups.settled().then(() => backlog.stored())]).catch((cause) => {
        throw cause instanceof Problem ? cause : unavailable(cause)
      })
    },
    waitingBytes: () => backlog.bytes(),
    async close() {
      await groups.close()
      await backlog.close()
      // Otherwise the next process finds what is in the tables already.
      if (backlog.bytes() === 0) await log.turn().catch(() => {})
      await log.close()
      folder.release()
    },
  }
}

const highest = (versions: readonly bigint[]) =>
  versions.reduce((one, other) => (one > other ? one : other), 0n)
