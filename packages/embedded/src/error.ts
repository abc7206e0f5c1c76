import { statfsSync } from 'node:fs'

/** The reason of an embedded store's failure; stable, so that a supervisor can branch on it. */
export type EmbeddedStoreErrorCode =
  | 'already-running'
  | 'data-directory-foreign'
  | 'data-directory-lost'
  | 'data-directory-unreachable'
  | 'disk-full'
  | 'failed'
  | 'node-too-old'
  | 'password-mismatch'
  | 'platform-unsupported'
  | 'port-taken'
  | 'wrong-version'

/** A store could not start, or died; the message is for the operator and says what to do. */
export class EmbeddedStoreError extends Error {
  readonly code: EmbeddedStoreErrorCode

  constructor(code: EmbeddedStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedStoreError'
    this.code = code
  }
}

/** Any thrown value as an EmbeddedStoreError; recognizes a full disk. */
export function toStoreError(thrown: unknown): EmbeddedStoreError {
  if (thrown instanceof EmbeddedStoreError) return thrown
  const error: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (error.code !== 'ENOSPC') {
    return new EmbeddedStoreError('failed', error.message, { cause: error })
  }
  const message = `The disk is full (${error.message}). Free some space.`
  return new EmbeddedStoreError('disk-full', message, { cause: error })
}

/** For a disk without enough room. Some may be left: Postgres needs 16 MiB at once. */
export function diskFull(directory: string, options?: ErrorOptions): EmbeddedStoreError {
  const message = `The disk of ${directory} is full, with ${freeOn(directory)} free. Free some space.`
  return new EmbeddedStoreError('disk-full', message, options)
}

function freeOn(directory: string): string {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return `${((bavail * bsize) / 2 ** 20).toFixed(1)} MiB`
  } catch {
    return 'an unknown number of bytes'
  }
}
