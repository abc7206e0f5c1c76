import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes sure that what was made there is found after a power cut. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
