import { mkdirSync } from 'node:fs'
import { takeLock } from '@sluice/runtime'

/**
 * Takes the log's folder for this process. Two processes would empty each other's files, and serve stale caches.
 *
 * @throws if another living process holds it
 */
export function ownFolder(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = takeLock(directory)
  if (lock) return lock
  throw new Error(
    `Another process still writes samples through ${directory}. Only one may: stop that one first. ` +
      'A second Sluice needs its own stores and data directory (DATA_DIR).',
  )
}
