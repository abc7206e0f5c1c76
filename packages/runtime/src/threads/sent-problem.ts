import type { Fault, ProblemCode } from '@sluice/contract'
import { Problem } from '../problem.ts'

/** A {@link Problem} on its way between threads: a copy of it would be an Error without its fields. */
export interface SentProblem {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: readonly Fault[] | undefined
  readonly retryAfter: number | undefined
  /** For the logs alone. */
  readonly cause: Error | undefined
}

export function problemToSend({ code, detail, errors, retryAfter, cause }: Problem): SentProblem {
  return { code, detail, errors, retryAfter, cause: causeToSend(cause) }
}

/** Errors of libraries may hold what cannot be copied; message and stack can. */
function causeToSend(cause: unknown): Error | undefined {
  if (cause === undefined) return undefined
  if (!(cause instanceof Error)) return new Error(String(cause))
  const copy = new Error(cause.message)
  copy.name = cause.name
  if (cause.stack !== undefined) copy.stack = cause.stack
  return copy
}

export function sentProblem({ code, detail, errors, retryAfter, cause }: SentProblem): Problem {
  return new Problem(code, {
    detail,
    ...(errors && { errors }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause,
  })
}
