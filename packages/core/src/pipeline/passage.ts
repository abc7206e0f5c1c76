import type { ActorName } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import type { KeyActor } from '../actor.ts'
import type { Reservation } from '../buckets/index.ts'
import type { Repeatable } from '../idempotency/index.ts'
import type { Trail } from '../usage/index.ts'
import type { KeyRequest } from './request.ts'

/** A request with a key, and how far it has come. */
export interface Passage {
  readonly request: KeyRequest
  readonly name: ActorName
  readonly trail: Trail
  actor: KeyActor | undefined
  held: Reservation | undefined
  repeatable?: Repeatable | undefined
  /** Why the key was refused, where the answer says that its address failed too often. */
  refusal?: Problem | undefined
}
