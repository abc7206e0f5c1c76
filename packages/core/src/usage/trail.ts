import type { OperationName } from '@sluice/contract'
import type { KeyActor } from '../actor.ts'
import type { Need } from '../scopes/need.ts'

/** What the request log keeps of a request, gathered on its way through the pipeline. */
export interface Trail {
  readonly name: OperationName
  readonly address: string
  readonly at: Date
  /** What the guards requested, in their order. */
  readonly needs: Need[]
  /** Milliseconds on the process's steady clock. */
  readonly startedAt: number
  /** Whose key it is, once its string is proven, whether or not it is let in. */
  caller?: Pick<KeyActor, 'id' | 'organization'>
}

/** Begins the trail of a request that has just arrived. */
export function beginTrail(request: Pick<Trail, 'name' | 'address'>, at: Date): Trail {
  const { name, address } = request
  return { name, address, at, needs: [], startedAt: performance.now() }
}
