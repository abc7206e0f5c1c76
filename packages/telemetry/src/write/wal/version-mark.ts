import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from './sync-directory.ts'

/** How far the mark is raised above a used version, in nanoseconds. So the file is written every ten seconds at most. */
const STEP = 10_000_000_000n

/** The file's contents: fits 64 bits, and is not truncated. */
const WHOLE = /^\d{1,19}\n$/

/**
 * Opens the version high-water mark in the log's folder: above every version ever given to samples, erasures and rollups,
 * in the log or not. A clock may go back while no process runs, as on a machine without power. New writes must still win
 * over stored ones, so versions begin at the mark.
 *
 * @throws if the file is damaged. A missing file counts as 0
 */
export function openVersionMark(directory: string) {
  // The file's original name, so that earlier folders stay readable.
  const path = join(directory, 'ceiling')
  const found = read(path)
  let mark = found
  /** Settles after the previous writes: the file is replaced by one at a time. */
  let written = Promise.resolve()

  async function write(version: bigint): Promise<void> {
    if (version < mark) return
    const next = version + STEP
    await replace(path, `${next}\n`)
    mark = next
  }

  return {
    /** The mark of the last process, above all of its versions; 0 without one. */
    found,
    /** Resolves once a mark above `version` is on disk. Rejects if the write fails. */
    async raise(version: bigint): Promise<void> {
      if (version < mark) return
      const raised = written.then(() => write(version))
      written = raised.catch(() => {})
      await raised
    },
  }
}

/** Throws for an unreadable mark: with a lower one, stored samples would win over newer writes. */
function read(path: string): bigint {
  try {
    const text = readFileSync(path, 'utf8')
    if (!WHOLE.test(text)) throw damaged(path)
    return BigInt(text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0n
    throw error
  }
}

/** The file is replaced atomically, so only the disk or a person can have damaged it. */
function damaged(path: string): Error {
  return new Error(
    `${path} is damaged. It has the version high-water mark, which makes newer samples win over older ones. ` +
      'Make sure that the clock of this machine is right and has not gone back. Then delete the file and start again.',
  )
}

/** Atomic: after a crash the file is either the old or the new one. */
async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, text, { mode: 0o600, flush: true })
  await rename(next, path)
  syncDirectory(dirname(path))
}
