import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { LaunchError } from '../../launch/launch-error.mjs'
import { requireOwner } from './owner.ts'

/**
 * Makes the data directory where it is missing; what is private in it has modes of its own, because the
 * account that Postgres runs as under root must be able to enter.
 *
 * @returns its real path
 * @throws LaunchError when it cannot be made or written
 */
export function openDataDirectory(path: string): string {
  try {
    make(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(path)
  } catch (error) {
    requireOwner(path)
    const { code } = error as NodeJS.ErrnoException
    throw new LaunchError(
      `Cannot use the data directory ${path}: ${reasons[code ?? ''] ?? code}. ` +
        'Set DATA_DIR to a directory that you may write.',
      { cause: error },
    )
  }
}

/**
 * Makes a directory and its parents. Node's own `recursive` never returns where the system denies that a
 * parent exists (/proc).
 */
function make(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (!existsSync(dirname(path))) make(dirname(path))
  mkdirSync(path)
  // Whatever the umask.
  if (process.geteuid?.() === 0) chmodSync(path, 0o755)
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be created there',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
}
