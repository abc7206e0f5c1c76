import type { ProblemCode } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Dialect } from './dialect.ts'

/**
 * Temporary problems with a status after which clients of other protocols would drop a body: of 4xx they resend only
 * 429, and Telegraf also 401 and 403.
 */
const PASSING: ReadonlySet<ProblemCode> = new Set(['conflict', 'request-timeout'])

/** Seconds, if a problem names none. */
const RETRY_AFTER = 1

/** Wraps a dialect to answer temporary problems with 503 and `Retry-After`. */
export function sayingWhatPasses(dialect: Dialect): Dialect {
  return {
    ...dialect,
    refused: (problem, headers) => dialect.refused(asUnavailable(problem), headers),
  }
}

function asUnavailable(problem: Problem): Problem {
  const { code, detail, errors, cause, retryAfter = RETRY_AFTER } = problem
  if (!PASSING.has(code) && code !== 'unavailable') return problem
  return new Problem('unavailable', { detail, ...(errors && { errors }), retryAfter, cause })
}
