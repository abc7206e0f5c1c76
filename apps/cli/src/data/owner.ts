import { statSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../../launch/launch-error.mjs'

/**
 * Refuses the data directory of another user. Root could write there, but its owner could not read the new files, and
 * Sluice would no longer start.
 *
 * @throws LaunchError
 */
export function requireOwner(dataDir: string, user = process.geteuid?.()): void {
  const owner = ownerOf(dataDir)
  if (owner === undefined || user === undefined || owner === user) return
  throw new LaunchError(
    `${dataDir} belongs to another user (uid ${owner}). Run this as that user: sudo -u '#${owner}' npx sluice …`,
  )
}

/** The owner of the first file that Sluice writes; undefined if it is missing or not accessible. */
function ownerOf(dataDir: string): number | undefined {
  try {
    return statSync(join(dataDir, 'secrets.json')).uid
  } catch {
    return undefined
  }
}
