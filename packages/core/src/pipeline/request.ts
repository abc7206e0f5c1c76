import type { ActorName, Call, OperationName } from '@sluice/contract'
import type { Actor } from '../actor.ts'

/** A call whose actor a shell has authenticated; the pipeline starts at its input. */
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
  /** Identifies what the client's requests come through one after the other, such as a socket. */
  readonly connection?: object | undefined
  readonly requestId: string
  readonly ifMatch: string | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey?: string | undefined
  readonly params: unknown
  readonly query: unknown
  /**
   * Reads and decodes the body, where there is one; a promise where it has not come yet. Called only once the key and the
   * bucket have let the request in, with the organization whose share of memory it takes: none for a row that anyone may call.
   */
  readonly readBody: ((organization?: string) => unknown) | undefined
}
