import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from './sync-directory.ts'

/** How far above what is used a ceiling is put, in nanoseconds as versions are: so it is written every ten seconds at most. */
const STEP = 10_000_000_000n

/** What the file has: it fits 64 bits, and its end is there. */
const WHOLE = /^\d{1,19}\n$/

/** What the disk knows of the versions that were given to samples, whether these are still in the log or not. */
export interface Ceiling {
  /** All versions that earlier processes used are below; 0 where there was none. */
  readonly found: bigint
  /** Resolves once the disk has a ceiling above a version. Rejects where it cannot. One at a time. */
  raise(version: bigint): Promise<void>
}

/**
 * Keeps a number that is above all versions, in a file of the log's folder. A clock may go back while no process runs, and on a small
 * machine that was without power often does: what is written then must win over what is in the tables all the same.
 *
 * @throws where the file is damaged; one that is missing is none, as in a new folder
 */
export function openCeiling(directory: string): Ceiling {
  const path = join(directory, 'ceiling')
  const found = read(path)
  let ceiling = found
  return {
    found,
    async raise(version) {
      if (version < ceiling) return
      const next = version + STEP
      await replace(path, `${next}\n`)
      ceiling = next
    },
  }
}

/** Throws where it cannot be told what the file said: taken for less than that, older samples would win over newer ones. */
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

/** It is replaced whole, so what is otherwise was done by the disk, or by hand. */
function damaged(path: string): Error {
  return new Error(
    `${path} is damaged. It holds a number that is above the versions of all samples, so that newer ones win over older ones. ` +
      'Make sure that the clock of this machine is right, and not behind what it was: then delete the file and start again.',
  )
}

/** Whenever the machine stops, the file is there whole: as before or as it is to be. */
async function replace(path: string, text: string): Promise<void> {
  const next = `${path}.next`
  const file = await open(next, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(next, path)
  syncDirectory(dirname(path))
}
