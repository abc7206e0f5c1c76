import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { exception } from './exception.ts'

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
  const makeDirectory = () => mkdtempSync(path.join(parent, prefix))
  let directory = makeDirectory()
  let received = 0
  return {
    async receive(chunks) {
      received += 1
      try {
        // systemd-logind deletes a user's files in /dev/shm at their last logout. Others may have taken the name since.
        if (!isOwn(directory)) directory = makeDirectory()
        return await receive(path.join(directory, String(received)), chunks)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        throw exception('NOT_ENOUGH_SPACE', `No space left in ${parent} for the request body.`)
      }
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
  const remove = () => rmSync(file, { force: true })
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at)
      bytes += chunk.length
    }
    return { file, bytes, remove }
  } catch (error) {
    remove()
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function isOwn(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false })?.uid === process.geteuid?.()
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
