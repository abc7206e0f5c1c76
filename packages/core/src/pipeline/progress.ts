import type { ActorName } from '@sluice/contract'
import type { Leave, Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import type { Reservation } from '../buckets/index.ts'
import type { Core } from '../context.ts'
import type { Repeatable } from '../idempotency/index.ts'
import { NotedNeeds } from '../scopes/index.ts'
import type { LoggedRequest } from '../usage/index.ts'
import type { KeyRequest } from './request.ts'

/** A request with a key: its progress, and what the request log stores about it. */
export interface Progress extends LoggedRequest {
  readonly core: Core
  readonly name: ActorName
  readonly request: KeyRequest
  readonly needs: NotedNeeds
  actor: KeyActor | undefined
  /** When it was admitted; set again if its body arrived later. */
  now: Date
  held: Reservation | undefined
  /** Gives back its place among the calls that may hold megabytes, if it has one. */
  leave: Leave | undefined
  repeatable: Repeatable | undefined
  /** Why the key was refused, if the answer is that its address failed too often. */
  refusal: Problem | undefined
}

/** The progress of a request that has just arrived. */
export function begin(core: Core, request: KeyRequest, name: ActorName): Progress {
  const at = core.clock()
  return {
    core,
    name,
    request,
    address: request.address,
    requestId: request.requestId,
    at,
    now: at,
    needs: new NotedNeeds(),
    startedAt: performance.now(),
    caller: undefined,
    actor: undefined,
    held: undefined,
    leave: undefined,
    repeatable: undefined,
    refusal: undefined,
  }
}
