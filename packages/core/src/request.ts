import type { ActorName, Call, OperationName } from '@sluice/contract'
import type { Actor } from './actor.ts'

/** A call that a shell has authenticated: the pipeline from its input on. */
export interface ActorRequest<Name extends ActorName = ActorName> {
  readonly name: Name
  readonly actor: Actor
  readonly call: Call<Name> | RawCall
  readonly requestId: string
  readonly address: string | null
  readonly ifMatch?: string | undefined
}

/** The parts of a call as they came in, unchecked. */
export interface RawCall {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** A call on `/v2` as a shell receives it. */
export interface KeyRequest {
  readonly name: OperationName
  /** The X-Api-Key header. */
  readonly keyString: string | undefined
  /** The client's address; proxies are the shell's concern. */
  readonly address: string
  /** What the client's requests come through one after the other, a socket say. */
  readonly connection?: object | undefined
  readonly requestId: string
  readonly ifMatch: string | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey?: string | undefined
  readonly params: unknown
  readonly query: unknown
  /** Reads and decodes the body, where there is one; called only after the key and the bucket have let the request in. */
  readonly readBody: (() => Promise<unknown>) | undefined
}
