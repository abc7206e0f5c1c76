import type { ActorName, Call, OperationName } from '@sluice/contract'
import type { Connection } from '@sluice/runtime'
import type { Context } from '../context.ts'

/** A call whose actor a shell has authenticated; the pipeline starts at its input. */
export interface ActorRequest<Name extends ActorName = ActorName>
  extends Pick<Context, 'actor' | 'address' | 'requestId'>,
    Partial<Pick<Context, 'ifMatch'>> {
  readonly name: Name
  readonly call: Call<Name> | RawCall
}

/** The parts of a call as received, unchecked. */
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
  /** The client's address, after trusted proxies. */
  readonly address: string
  /** Identifies the client's connection, and tells whether it is closed. */
  readonly connection?: Connection | undefined
  /** When it arrived, by `performance.now()`: an organization's long calls run in order of arrival. */
  readonly since?: number | undefined
  /** Whether the answer will be sent as JSON. */
  readonly takesJson?: boolean | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey?: string | undefined
  /**
   * Reads and decodes the body, if there is one; a promise if it has not arrived yet. Called only after the key and the
   * bucket have admitted the request, with the organization whose share of memory it uses: none for public operations.
   */
  readonly readBody: ((organization?: string) => unknown) | undefined
  /** Writes the output in the form of the answer; a promise if that takes long. If it fails, so has the request. */
  readonly write?: ((output: unknown, organization?: string) => unknown) | undefined
}
