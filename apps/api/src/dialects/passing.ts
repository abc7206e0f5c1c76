import type { ProblemCode } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { Dialect } from './dialect.ts'

/**
 * What a repeat of the same call may mend, but has a status after which clients of other protocols drop a body: of 4xx they
 * send again only 429, and Telegraf 401 and 403.
 */
const PASSING: ReadonlySet<ProblemCode> = new Set(['conflict', 'request-timeout'])

/** Seconds, where a problem does not say. */
const RETRY_AFTER = 1

/** A dialect that says 503 with `Retry-After` of whatever is only passing. */
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
