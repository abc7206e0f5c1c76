import type { ActorName, Call, OperationName } from '@sluice/contract'
import type { Context } from '../context.ts'

/** A call whose actor a shell has authenticated; the pipeline starts at its input. */
export interface ActorRequest<Name extends ActorName = ActorName>
  extends Pick<Context, 'actor' | 'address' | 'requestId'>,
    Partial<Pick<Context, 'ifMatch'>> {
  readonly name: Name
  readonly call: Call<Name> | RawCall
}

/** The parts of a call as they came in, unchecked. */
export interface RawCall {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** A call on `/v2` as a shell receives it. */
export interface KeyRequest
  extends Pick<RawCall, 'params' | 'query'>,
    Pick<Context, 'requestId' | 'ifMatch'> {
  readonly name: OperationName
  /** The X-Api-Key header. */
  readonly keyString: string | undefined
  /** The client's address; proxies are the shell's concern. */
  readonly address: string
  /** Identifies what the client's requests come through one after the other, such as a socket. */
  readonly connection?: object | undefined
  /** When it came, by `performance.now()`: of an organization's long work what came first is done first. */
  readonly since?: number | undefined
  /** Whether JSON is what the answer is to be written as. */
  readonly takesJson?: boolean | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey?: string | undefined
  /**
   * Reads and decodes the body, where there is one; a promise where it has not come yet. Called only once the key and the
   * bucket have let the request in, with the organization whose share of memory it takes: none for a row that anyone may call.
   */
  readonly readBody: ((organization?: string) => unknown) | undefined
}
