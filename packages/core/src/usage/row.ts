import { operations, type ProblemCode } from '@sluice/contract'
import { budgetOf } from '../limits/index.ts'
import type { Need } from '../scopes/index.ts'
import type { LoggedProblem, LoggedRequest } from './logged-request.ts'

/** A row of the request log. */
export interface LogRow {
  readonly organization: number
  readonly key: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: string
  /**
   * The tier whose budget it drew on, or would have. Of a call that one of the key's own buckets refused, that bucket,
   * as the answer names it.
   */
  readonly tier: string
  readonly status: number
  /** Empty for a success. */
  readonly problem: ProblemCode | ''
  readonly address: string
  /** The X-Request-Id of the answer. */
  readonly request: string
  /** Duration until the answer, in microseconds. */
  readonly micros: number
  readonly needs: readonly Need[]
}

/** The row of an answered request; undefined if it had no known key. */
export function rowOf(
  request: LoggedRequest,
  problem: LoggedProblem | undefined,
): LogRow | undefined {
  const { caller, name } = request
  if (!caller) return undefined
  const { status } = operations[name]
  const { tier } = budgetOf(operations[name], caller.organization.limits, request.at.getTime())
  return {
    organization: caller.organization.number,
    key: caller.id,
    at: request.at.getTime(),
    operation: name,
    tier: problem?.level?.name ?? tier,
    status: problem?.status ?? status,
    problem: problem?.code ?? '',
    address: request.address,
    request: request.requestId,
    micros: Math.round((performance.now() - request.startedAt) * 1000),
    needs: request.needs.kept,
  }
}
