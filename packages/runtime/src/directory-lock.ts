import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY */
const busy = 5

/** A lock ends when its database object is collected, so locks are referenced here, whatever their holders keep. */
const held = new Set<DatabaseSync>()

/**
 * Locks a directory for this process; returns undefined if another one has it, or this one already.
 *
 * The lock is an exclusive transaction on an empty SQLite file, that is a kernel lock on a file in the directory
 * itself: it ends with the process however that dies, and holds for any path, mount or container.
 */
export function takeLock(directory: string): { release(): void } | undefined {
  const path = join(directory, 'lock')
  makePrivate(path)
  const database = new DatabaseSync(path)
  try {
    // In memory, so that no journal is created: it would need disk space and outlive a killed process.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    held.add(database)
    return {
      release() {
        held.delete(database)
        if (database.isOpen) database.close()
      },
    }
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
}

/**
 * Keeps the file private, because any reader could lock it. An existing file is not opened: closing it would release
 * this process's own lock.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
