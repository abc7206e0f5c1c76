import { operations, type ProblemCode } from '@sluice/contract'
import { budgetOf } from '../limits/index.ts'
import type { Need } from '../scopes/index.ts'
import type { Trail } from './trail.ts'

/** A request as the log keeps it. */
export interface LogRow {
  readonly organization: number
  readonly key: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly operation: string
  /** The one whose budget it drew on, or would have. */
  readonly tier: string
  readonly status: number
  /** Empty for a success. */
  readonly problem: ProblemCode | ''
  readonly address: string
  /** Until the answer was there, in microseconds. */
  readonly micros: number
  readonly needs: readonly Need[]
}

/** The row of a request that has been answered; undefined where no key of anybody's was reached. */
export function rowOf(
  trail: Trail,
  problem: { code: ProblemCode; status: number } | undefined,
): LogRow | undefined {
  const { caller, name } = trail
  if (!caller) return undefined
  const { status } = operations[name]
  const { tier } = budgetOf(operations[name], caller.organization.limits, trail.at.getTime())
  return {
    organization: caller.organization.number,
    key: caller.id,
    at: trail.at.getTime(),
    operation: name,
    tier,
    status: problem?.status ?? status,
    problem: problem?.code ?? '',
    address: trail.address,
    micros: Math.round((performance.now() - trail.startedAt) * 1000),
    needs: trail.needs,
  }
}
