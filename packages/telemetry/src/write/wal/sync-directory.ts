import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes new entries of a directory survive a power cut. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
