import type { OperationName, ProblemCode } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Need } from '../scopes/need.ts'

/** What the request log stores of a request; part of the pipeline's progress. */
export interface LoggedRequest {
  readonly name: OperationName
  readonly address: string
  /** As in the answer's X-Request-Id. */
  readonly requestId: string
  readonly at: Date
  /** The needs recorded by the guards. */
  readonly needs: { readonly kept: readonly Need[] }
  /** Monotonic milliseconds of the process. */
  readonly startedAt: number
  /** The key, once its string is proven, whether or not it is admitted. */
  caller: Pick<KeyActor, 'id' | 'organization'> | undefined
}

/** Why a request was refused, or failed. */
export interface LoggedProblem {
  readonly code: ProblemCode
  readonly status: number
  /** The bucket that refused it. */
  readonly level?: { readonly name: string }
}
