import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY */
const busy = 5

/** A lock ends once its database is collected, so those that are held are kept here, whatever their holders keep. */
const held = new Set<DatabaseSync>()

/**
 * Takes a directory for this process, or answers undefined while another one has it, or this one already.
 *
 * The lock is an exclusive transaction on an empty SQLite file, that is a lock of the kernel on a file in
 * the directory itself: it ends with the process however that dies, and holds by whatever path, mount or
 * container others come.
 */
export function takeLock(directory: string): { release(): void } | undefined {
  const path = join(directory, 'lock')
  makePrivate(path)
  const database = new DatabaseSync(path)
  try {
    // In memory, so that no journal is made: it would need room on the disk and outlive a killed process.
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
 * Keeps the file private, because whoever may read it could lock it. An existing one is not opened: closing
 * it again would release this process's own lock.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
