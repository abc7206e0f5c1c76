import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

/** Rows on their way into the engine, which reads binary formats only from files. */
export type SpooledRows = { file: string; bytes: number; remove(): void }

export type Spool = {
  receive(chunks: AsyncIterable<Buffer>): Promise<SpooledRows>
  /** Removes the directory with its contents. */
  close(): void
}

const memory = '/dev/shm'
/** With less room than this (Docker gives 64 MiB), inserts might be refused. */
const enoughMemory = 1 << 30

/**
 * Opens a private directory for the bodies of inserts: in memory if there is room, else beside the engine's data. The
 * engine must already hold its lock on `dataDirectory`: any other spool of that directory then belongs to a dead
 * process and is removed.
 */
export function openSpool(dataDirectory: string): Spool {
  const parent = hasMemory() ? memory : `${dataDirectory}-spool`
  mkdirSync(parent, { recursive: true })
  const prefix = spoolPrefix(dataDirectory)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const directory = mkdtempSync(path.join(parent, prefix))
  let received = 0
  return {
    receive: (chunks) => {
      received += 1
      return receive(path.join(directory, String(received)), chunks)
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/**
 * Written synchronously: copying a chunk into memory takes less time than passing it to a thread, and all threads may
 * be busy with queries.
 */
async function receive(file: string, chunks: AsyncIterable<Buffer>): Promise<SpooledRows> {
  const descriptor = openSync(file, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at)
      bytes += chunk.length
    }
    return { file, bytes, remove: () => unlinkSync(file) }
  } catch (error) {
    unlinkSync(file)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function hasMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughMemory
  } catch {
    return false
  }
}

/** The prefix of a data directory's spools: the same for every path that leads to it, different for any other directory. */
export function spoolPrefix(dataDirectory: string): string {
  const { dev, ino } = statSync(dataDirectory)
  const identity = createHash('sha256').update(`${dev}:${ino}`).digest('hex')
  return `sluice-${identity.slice(0, 16)}-`
}
