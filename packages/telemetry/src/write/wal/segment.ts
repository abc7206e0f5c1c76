import { type FileHandle, open } from 'node:fs/promises'

/** Releases a record. For the last one of a file, resolves once the file is emptied. To be called again after a failure. */
export type Release = () => Promise<void>

/** A file of the log. */
export interface Segment {
  readonly path: string
  /** Framing mark of its records; empty for a segment of an earlier version, which takes no new ones. */
  readonly mark: Buffer
  handle: FileHandle | undefined
  /** One for each record that is not released or is being appended. */
  readonly needed: Set<symbol>
  /** Taking records; full; being emptied; empty. */
  state: 'current' | 'closed' | 'emptying' | 'free'
  /** Records appended since it was empty. */
  records: number
  /** Resolved when its current or next records are gone. */
  gone: PromiseWithResolvers<void>
}

export function openSegment(path: string, mark: Buffer, handle: FileHandle | undefined): Segment {
  return { path, mark, handle, needed: new Set(), state: 'free', records: 0, gone: outcome() }
}

/** Keeps the file until it is released. */
export function need(file: Segment): Release {
  const sign = Symbol()
  file.needed.add(sign)
  return async () => {
    file.needed.delete(sign)
    await emptyOnceDone(file)
  }
}

export async function emptyOnceDone(file: Segment): Promise<void> {
  if (file.state !== 'closed' || file.needed.size > 0) return
  file.state = 'emptying'
  try {
    const handle = await handleOf(file)
    await handle.truncate()
    await handle.datasync()
    file.state = 'free'
    file.records = 0
    file.gone.resolve()
  } catch (cause) {
    file.state = 'closed'
    file.gone.reject(cause)
    throw cause
  } finally {
    file.gone = outcome()
  }
}

export async function handleOf(file: Segment): Promise<FileHandle> {
  file.handle ??= await open(file.path, 'a')
  return file.handle
}

/** A promise that need not be awaited. */
function outcome(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>()
  made.promise.catch(() => {})
  return made
}
