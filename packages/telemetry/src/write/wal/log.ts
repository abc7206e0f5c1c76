import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { frameRecord, lengthOf, readRecords } from './records.ts'
import {
  emptyOnceDone,
  handleOf,
  need,
  openSegment,
  type Release,
  type Segment,
} from './segment.ts'
import { syncDirectory } from './sync-directory.ts'

/** Records that outlive the process and the machine until they are released. */
export interface WriteAheadLog {
  /** The records of earlier processes, oldest file first. Empty the second time, to free the memory. */
  replay(): readonly { readonly record: Buffer; readonly release: Release }[]
  /**
   * Resolves once the record, given in pieces, is on disk. A rejection is indeterminate: the record may be replayed after a
   * restart. One call at a time.
   */
  append(record: readonly Uint8Array[]): Promise<Release>
  /**
   * Starts a new segment with the next record. Resolves once all records before it are released and their segments emptied.
   * Rejects when the disk refuses.
   */
  rotate(): Promise<unknown>
  close(): Promise<void>
}

const NAME = /^\d+\.log$/

/**
 * Opens the write-ahead log: a folder of segment files. A segment whose records are all released is emptied and reused, so there
 * are as many as were ever needed at once, usually two. Only one process may use the folder.
 */
export function openWriteAheadLog(directory: string): WriteAheadLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  syncDirectory(dirname(directory))
  const files: Segment[] = []
  const left: { record: Buffer; release: Release }[] = []
  for (const name of readdirSync(directory).filter((name) => NAME.test(name))) {
    const file = addFile(name, undefined)
    const records = readRecords(readFileSync(file.path))
    if (records.length === 0) truncateSync(file.path)
    else file.state = 'closed'
    for (const record of records) left.push({ record, release: need(file) })
  }
  let highest = Math.max(0, ...files.map(({ path }) => Number.parseInt(basename(path), 10)))

  function addFile(name: string, handle: FileHandle | undefined): Segment {
    const file = openSegment(join(directory, name), handle)
    files.push(file)
    return file
  }

  const inState = (wanted: Segment['state']) => files.find(({ state }) => state === wanted)

  async function create(): Promise<Segment> {
    highest += 1
    const name = `${highest}.log`
    const handle = await open(join(directory, name), 'ax', 0o600)
    const file = addFile(name, handle)
    syncDirectory(directory)
    return file
  }

  return {
    replay: () => left.splice(0),
    async append(record) {
      // Marked as needed at once: the segment may be closed during the append.
      const file = inState('current') ?? inState('free') ?? (await create())
      file.state = 'current'
      const release = need(file)
      try {
        const handle = await handleOf(file)
        const parts = frameRecord(record)
        const { bytesWritten } = await handle.writev(parts)
        if (bytesWritten < lengthOf(parts))
          throw new Error('The disk wrote only a part of a record.')
        await handle.datasync()
      } catch (cause) {
        // The segment may end in a torn record, so nothing may follow it.
        file.state = 'closed'
        await release().catch(() => {})
        throw cause
      }
      return release
    },
    rotate() {
      for (const file of files) {
        if (file.state === 'current') file.state = 'closed'
        // All of it may be released already. When the disk refuses, the next rotation retries.
        emptyOnceDone(file).catch(() => {})
      }
      const before = files.filter(({ state }) => state !== 'free')
      return Promise.all(before.map(({ gone }) => gone.promise))
    },
    async close() {
      for (const { handle } of files) await handle?.close()
    },
  }
}
