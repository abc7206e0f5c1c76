import type { Fault, ProblemCode } from '@sluice/contract'
import { Problem } from '../problem.ts'

/** A {@link Problem} in transit between threads: structured cloning would turn it into an Error without its fields. */
export interface SentProblem {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: readonly Fault[] | undefined
  readonly retryAfter: number | undefined
  /** Only for logs. */
  readonly cause: Error | undefined
}

export function problemToSend({ code, detail, errors, retryAfter, cause }: Problem): SentProblem {
  return { code, detail, errors, retryAfter, cause: causeToSend(cause) }
}

/** Errors of libraries may contain things that cannot be cloned; message and stack can. */
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
