import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beginAtOnce } from '@sluice/runtime'
import { frameRecord, lengthOf, MARK, readEarlierRecords, readRecords } from './records.ts'
import {
  emptyOnceDone,
  handleOf,
  need,
  openSegment,
  type Release,
  type Segment,
} from './segment.ts'
import { syncDirectory } from './sync-directory.ts'

/** Records that survive the process and a power cut until they are released. */
export interface WriteAheadLog {
  /** The records of earlier processes, oldest file first. Empty on the second call, to free the memory. */
  replay(): readonly { readonly record: Buffer; readonly release: Release }[]
  /**
   * Appends a record, given in pieces; resolves once it is on disk. A rejection is indeterminate: the record may be
   * replayed after a restart. One call at a time.
   */
  append(record: readonly Uint8Array[]): Promise<Release>
  /**
   * Starts a new segment with the next record. Resolves once all records before it are released and their segments
   * emptied. Rejects on disk errors.
   */
  rotate(): Promise<unknown>
  close(): Promise<void>
}

/** A segment's number and mark; segments of earlier versions have no mark. */
const FILE_NAME = /^\d+(?:-([0-9a-f]{16}))?\.log$/

/** A segment that may have lost acknowledged samples, and the path of its copy. */
export interface DamagedSegment {
  readonly segment: string
  readonly copy: string
  /** Number of readable records. */
  readonly read: number
}

/**
 * Opens the write-ahead log, a folder of segment files. A segment is emptied and reused once all of its records are
 * released, so there are as many as were ever needed at once, usually two. Only one process may use the folder.
 */
export function openWriteAheadLog(
  directory: string,
  onDamage: (damaged: DamagedSegment) => void = () => {},
): WriteAheadLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  syncDirectory(dirname(directory))
  const files: Segment[] = []
  const left: { record: Buffer; release: Release }[] = []
  for (const name of readdirSync(directory)) {
    const [isSegment, hex = ''] = FILE_NAME.exec(name) ?? []
    if (!isSegment) continue
    const mark = Buffer.from(hex, 'hex')
    const records = recordsOf(name, mark)
    if (records.length === 0 && mark.length === 0) {
      rmSync(join(directory, name))
      continue
    }
    const file = addFile(name, mark, undefined)
    if (records.length === 0) truncateSync(file.path)
    else file.state = 'closed'
    for (const record of records) left.push({ record, release: need(file) })
  }
  let highest = Math.max(0, ...files.map(({ path }) => Number.parseInt(basename(path), 10)))

  function recordsOf(name: string, mark: Buffer): Buffer[] {
    const bytes = readFileSync(join(directory, name))
    if (mark.length === 0) return readEarlierRecords(bytes)
    const { records, isDamaged } = readRecords(bytes, mark)
    if (isDamaged) onDamage({ segment: name, copy: keep(name, bytes), read: records.length })
    return records
  }

  /** Copies a segment, which will be emptied. If it is read again before that, the copy has the same name. */
  function keep(name: string, bytes: Buffer): string {
    const copy = join(directory, `${name}.${crc32(bytes).toString(16)}.damaged`)
    writeFileSync(copy, bytes, { mode: 0o600, flush: true })
    syncDirectory(directory)
    return copy
  }

  function addFile(name: string, mark: Buffer, handle: FileHandle | undefined): Segment {
    const file = openSegment(join(directory, name), mark, handle)
    files.push(file)
    return file
  }

  const inState = (wanted: Segment['state']) =>
    files.find(({ state, mark }) => state === wanted && mark.length > 0)

  async function create(): Promise<Segment> {
    highest += 1
    const mark = randomBytes(MARK)
    const name = `${highest}-${mark.toString('hex')}.log`
    const handle = await open(join(directory, name), 'ax', 0o600)
    try {
      syncDirectory(directory)
    } catch (cause) {
      // A power cut could take the file, with what was appended to it.
      await handle
        .close()
        .then(() => rm(join(directory, name)))
        .catch(() => {})
      throw cause
    }
    return addFile(name, mark, handle)
  }

  return {
    replay: () => left.splice(0),
    async append(record) {
      // Marked as needed before the append, during which the segment may be closed.
      const file = inState('current') ?? inState('free') ?? (await create())
      file.state = 'current'
      const release = need(file)
      try {
        const handle = await handleOf(file)
        file.records += 1
        const framing = { mark: file.mark, number: file.records }
        const parts = await beginAtOnce(frameRecord(framing, record))
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
        // Everything may have been released already. On disk errors, the next rotation retries.
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
