import { lstatSync, realpathSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'

export type Account = { uid: number; gid: number }

/** Creates a directory, and missing ones above it, that any account may enter, regardless of this process's umask. */
export async function makeTraversable(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true })
  if (first === undefined) return
  const made = ancestors(path.resolve(directory)).filter((one) => one.startsWith(first))
  for (const one of made) await chmod(one, 0o755)
}

/**
 * The topmost directory on the way to `target` that `account` may not enter; undefined if it may enter all. Missing
 * parts count as accessible, since their creator decides.
 */
export function firstBarrier(target: string, account: Account): string | undefined {
  const existing = nearestExisting(path.resolve(target))
  return ancestors(realpathSync(existing)).find((directory) => !mayEnter(directory, account))
}

function mayEnter(directory: string, { uid, gid }: Account): boolean {
  const stat = lstatSync(directory)
  if (stat.uid === uid) return (stat.mode & 0o100) !== 0
  if (stat.gid === gid) return (stat.mode & 0o010) !== 0
  return (stat.mode & 0o001) !== 0
}

function nearestExisting(target: string): string {
  try {
    realpathSync(target)
    return target
  } catch {
    return nearestExisting(path.dirname(target))
  }
}

/** From the root down to `directory` itself. */
function ancestors(directory: string): string[] {
  const parent = path.dirname(directory)
  return parent === directory ? [directory] : [...ancestors(parent), directory]
}
