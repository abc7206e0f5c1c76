import { MigrationError } from '@sluice/core/migrate'
import { EmbeddedStoreError } from '@sluice/embedded'
import { Problem } from '@sluice/runtime'
import { LaunchError } from '../launch/launch-error.mjs'

/** What the process ends with; --help and docs/reference/command-line.md show it. */
export const exitCodes = { failed: 1, usage: 2, notFound: 3, conflict: 4 } as const

/** A failed command, as people and scripts see it. */
export interface Failure {
  readonly exitCode: number
  readonly title: string
  readonly detail: string
  /** The problem's code, where the core refused. */
  readonly code?: string
  readonly errors?: Problem['errors']
}

/** Something is wrong with the command line itself. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Tells any thrown value without a stack trace. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Problem) return fromProblem(thrown)
  const { message: detail, code } =
    thrown instanceof Error ? asErrno(thrown) : asErrno(Error(`${thrown}`))
  if (thrown instanceof UsageError) return { exitCode: exitCodes.usage, title: 'Usage', detail }
  const failed = { exitCode: exitCodes.failed, title: 'Failed' }
  if (isToldAsIs(thrown)) return { ...failed, detail }
  const known = code === undefined ? undefined : systemErrors[code]
  return { ...failed, detail: known ? `${known} (${detail})` : `Unexpected error: ${detail}` }
}

function asErrno(error: Error): NodeJS.ErrnoException {
  return error
}

/** Errors whose message is written for the operator. */
function isToldAsIs(thrown: unknown): boolean {
  return [LaunchError, MigrationError, EmbeddedStoreError].some((kind) => thrown instanceof kind)
}

function fromProblem(problem: Problem): Failure {
  const { status, title, code, errors } = problem
  const detail = status >= 500 ? insideOf(problem) : problem.detail
  return { exitCode: exitCodeOf(status), title, detail, code, ...(errors && { errors }) }
}

/**
 * Shows an operator the cause, which a caller of the API may not know. The last line of a Prisma message
 * has it.
 */
function insideOf({ detail, cause }: Problem): string {
  if (!(cause instanceof Error)) return detail
  return cause.message.trim().split('\n').at(-1) ?? detail
}

function exitCodeOf(status: number): number {
  if (status === 400) return exitCodes.usage
  if (status === 404) return exitCodes.notFound
  if (status === 409) return exitCodes.conflict
  return exitCodes.failed
}

const systemErrors: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space and try again',
  EDQUOT: 'The disk quota is exhausted. Free some space and try again',
  EROFS: 'The file system is read-only. Set DATA_DIR to a directory that you may write',
  EACCES: 'Permission denied. Start as the owner of the data directory, or set DATA_DIR',
  EMFILE: 'Too many files are open. Raise the limit (ulimit -n) and try again',
  ENOMEM: 'Not enough memory. Free some and try again',
}
