import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { frameRecord, lengthOf, readRecords } from './records.ts'
import { syncDirectory } from './sync-directory.ts'

/**
 * Says that a record is needed no longer. With the last one of its file it resolves once they are gone for good. It
 * may be said again where that failed.
 */
export type Release = () => Promise<void>

/** Records that outlive the process and the machine until they are released. */
export interface WriteAheadLog {
  /** What earlier processes left; the second time nothing, since it is many bytes. */
  takeLeft(): readonly { readonly record: Buffer; readonly release: Release }[]
  /**
   * Resolves once the record, given in pieces, is on the disk. Rejects when it is not known to be: it may still be found after
   * a restart. One at a time.
   */
  append(record: readonly Uint8Array[]): Promise<Release>
  /**
   * Has the next record begin another file, so that those before it can go together. Resolves once they are all released
   * and gone. Rejects where the disk keeps them.
   */
  turn(): Promise<unknown>
  close(): Promise<void>
}

interface LogFile {
  readonly path: string
  handle: FileHandle | undefined
  /** One for each record that is not released, and for one that is being appended. */
  readonly needed: Set<symbol>
  /** Records may follow; none may; they are being taken away; there are none. */
  state: 'current' | 'closed' | 'emptying' | 'free'
  /** Resolved when the records that it has, or gets next, are gone. */
  gone: PromiseWithResolvers<void>
}

const NAME = /^\d+\.log$/

/**
 * A folder of files that are appended to in turn. A file whose records are all released is emptied and used
 * again, so that there are as many as were ever needed at once: mostly two. Only one process may use the folder.
 */
export function openWriteAheadLog(directory: string): WriteAheadLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  syncDirectory(dirname(directory))
  const files: LogFile[] = []
  const left: { record: Buffer; release: Release }[] = []
  for (const name of readdirSync(directory).filter((name) => NAME.test(name))) {
    const file = addFile(name, undefined)
    const records = readRecords(readFileSync(file.path))
    if (records.length === 0) truncateSync(file.path)
    else file.state = 'closed'
    for (const record of records) left.push({ record, release: need(file) })
  }
  let highest = Math.max(0, ...files.map(({ path }) => Number.parseInt(basename(path), 10)))

  function addFile(name: string, handle: FileHandle | undefined): LogFile {
    const path = join(directory, name)
    const file: LogFile = { path, handle, needed: new Set(), state: 'free', gone: outcome() }
    files.push(file)
    return file
  }

  /** Keeps the file as it is until it is released. */
  function need(file: LogFile): Release {
    const sign = Symbol()
    file.needed.add(sign)
    return async () => {
      file.needed.delete(sign)
      await emptyOnceDone(file)
    }
  }

  async function emptyOnceDone(file: LogFile): Promise<void> {
    if (file.state !== 'closed' || file.needed.size > 0) return
    file.state = 'emptying'
    try {
      const handle = await handleOf(file)
      await handle.truncate()
      await handle.datasync()
      file.state = 'free'
      file.gone.resolve()
    } catch (cause) {
      file.state = 'closed'
      file.gone.reject(cause)
      throw cause
    } finally {
      file.gone = outcome()
    }
  }

  async function handleOf(file: LogFile): Promise<FileHandle> {
    file.handle ??= await open(file.path, 'a')
    return file.handle
  }

  const inState = (wanted: LogFile['state']) => files.find(({ state }) => state === wanted)

  async function create(): Promise<LogFile> {
    highest += 1
    const name = `${highest}.log`
    const handle = await open(join(directory, name), 'ax', 0o600)
    const file = addFile(name, handle)
    syncDirectory(directory)
    return file
  }

  return {
    takeLeft: () => left.splice(0),
    async append(record) {
      // Needed from the moment in which it is chosen: it may be closed while it is appended to.
      const file = inState('current') ?? inState('free') ?? (await create())
      file.state = 'current'
      const release = need(file)
      try {
        const handle = await handleOf(file)
        const parts = frameRecord(record)
        const { bytesWritten } = await handle.writev(parts)
        if (bytesWritten < lengthOf(parts))
          throw new Error('The disk took a part of a record only.')
        await handle.datasync()
      } catch (cause) {
        // The file may end in half a record, so nothing may follow it.
        file.state = 'closed'
        await release().catch(() => {})
        throw cause
      }
      return release
    },
    turn() {
      for (const file of files) {
        if (file.state === 'current') file.state = 'closed'
        // All of it may be released already. Where the disk refuses, the next turn tries again.
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

/** A promise that others may wait for or not. */
function outcome(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>()
  made.promise.catch(() => {})
  return made
}
