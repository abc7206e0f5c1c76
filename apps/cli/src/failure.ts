import { constants } from 'node:os'
import { SluiceAnswerError, SluiceConnectionError, SluiceProblem } from '@sluice/client'
import { MigrationError, UnreachableStoreError } from '@sluice/core/migrate'
import { EmbeddedStoreError } from '@sluice/embedded'
import { Problem } from '@sluice/runtime'
import type { Command } from 'commander'
import { LaunchError } from '../launch/launch-error.mjs'
import { isFromSluice } from './api/is-from-sluice.ts'
import { exitCodes } from './exit-codes.ts'
import { type Given, optionOf } from './option-of.ts'
import { PartlyDone } from './partly-done.ts'
import { Interruption } from './start/interruption.ts'
import { UsageError } from './usage-error.ts'

/** A failed command, as people and scripts see it. */
export interface Failure {
  readonly exitCode: number
  readonly title: string
  readonly detail: string
  /** The problem's code, where the core refused. */
  readonly code?: string
  /** Of a call of the API. */
  readonly requestId?: string
  /** What is wrong where: a JSON pointer, and the option that it came by, if one has to do with it. */
  readonly errors?: readonly (Partial<Given> & { pointer: string; detail: string })[]
  /** What the verb did before it failed. */
  readonly result?: object
}

/** Tells any thrown value without a stack trace, in the words of the verb's command line. */
export function failureOf(thrown: unknown, verb?: Command): Failure {
  if (thrown instanceof PartlyDone) {
    return { ...failureOf(thrown.cause, verb), result: thrown.result }
  }
  if (thrown instanceof Problem || isFromSluice(thrown)) return fromProblem(thrown, verb)
  if (thrown instanceof Interruption) {
    const exitCode = 128 + constants.signals[thrown.by]
    return { exitCode, title: 'Ended', detail: thrown.message }
  }
  const { message: detail, code } =
    thrown instanceof Error ? asErrno(thrown) : asErrno(Error(`${thrown}`))
  if (thrown instanceof UsageError) return { exitCode: exitCodes.usage, title: 'Usage', detail }
  const failed = { exitCode: exitCodes.failed, title: 'Failed' }
  if (thrown instanceof SluiceAnswerError) {
    return { ...failed, detail: detail.replace('baseUrl', '--url') }
  }
  if (isToldAsIs(thrown)) return { ...failed, detail }
  const known = code === undefined ? undefined : systemErrors[code]
  const said = withoutCall(detail)
  return { ...failed, detail: known ? `${known} (${said})` : `Unexpected error: ${said}` }
}

function asErrno(error: Error): NodeJS.ErrnoException {
  return error
}

/** Errors whose message is written for the operator. */
function isToldAsIs(thrown: unknown): boolean {
  const kinds = [
    ...[LaunchError, MigrationError, UnreachableStoreError, EmbeddedStoreError],
    // A problem that is not Sluice's own.
    ...[SluiceConnectionError, SluiceProblem],
  ]
  return kinds.some((kind) => thrown instanceof kind)
}

function fromProblem(problem: Problem | SluiceProblem, verb: Command | undefined): Failure {
  const { status, title, code } = problem
  const errors = problem.errors?.map((fault) => ({ ...optionOf(fault.pointer, verb), ...fault }))
  const requestId = problem instanceof SluiceProblem ? problem.requestId : undefined
  const detail = status >= 500 ? insideOf(problem, requestId) : problem.detail
  const named = { ...(code && { code }), ...(requestId && { requestId }) }
  return {
    exitCode: exitCodeOf(status),
    title,
    detail,
    ...named,
    ...(errors?.length && { errors }),
  }
}

/** Shows an operator the cause, which a caller of the API may not know, or the request id, by which the log has it. */
function insideOf(
  { detail, cause }: Problem | SluiceProblem,
  requestId: string | undefined,
): string {
  if (cause instanceof Error) return withoutCall(cause.message)
  return requestId === undefined ? detail : `${detail} The request id is ${requestId}.`
}

/** The last line of a Prisma message has what is wrong; the others quote the code that called it. */
function withoutCall(message: string): string {
  if (!/^\s*Invalid `/.test(message)) return message
  return message.trim().split('\n').at(-1) ?? message
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
