import type { OperationName } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Need } from '../scopes/need.ts'

/** What the request log keeps of a request; the pipeline's record of its progress has it. */
export interface LoggedRequest {
  readonly name: OperationName
  readonly address: string
  /** As the answer's X-Request-Id has it. */
  readonly requestId: string
  readonly at: Date
  /** What the guards required. */
  readonly needs: { readonly kept: readonly Need[] }
  /** Milliseconds on the process's steady clock. */
  readonly startedAt: number
  /** Whose key it is, once its string is proven, whether or not it is let in. */
  caller: Pick<KeyActor, 'id' | 'organization'> | undefined
}
