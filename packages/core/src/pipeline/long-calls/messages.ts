import type { ActorName } from '@sluice/contract'
import type { SentProblem } from '@sluice/runtime'
import type { KeyActor } from '../../actor.ts'
import type { Need } from '../../scopes/need.ts'

/** An admitted call, as sent to the thread. */
export interface LongCall {
  readonly name: ActorName
  readonly actor: KeyActor
  readonly params: unknown
  readonly query: unknown
  /** Unparsed JSON. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly now: Date
  /** When it arrived, in epoch milliseconds of a monotonic clock. */
  readonly since: number
  readonly address: string
  readonly requestId: string
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Runs long calls outside of the event loop that serves `/v2`. */
export interface LongCalls {
  /**
   * Steps 5 to 8 of a call. Throws its problem.
   * @param seen Called first with the recorded needs, whatever the outcome.
   */
  perform(call: LongCall, seen: (answer: LongAnswer) => void): Promise<WrittenJson>
  /** Rejects calls in flight, and ends. */
  close(): Promise<void>
}

/** An answer that is already serialized. */
export class WrittenJson {
  readonly bytes: Uint8Array
  /** The id of the record that it shows. */
  readonly id: string | undefined

  constructor(bytes: Uint8Array, id: string | undefined) {
    this.bytes = bytes
    this.id = id
  }
}

/** The outcome of a call, and the needs that its guards recorded. */
export interface LongAnswer {
  readonly needs: readonly Need[]
  /** Whether it is the stored answer of the first call with this Idempotency-Key. */
  readonly replayed: boolean
  readonly outcome: Written | SentProblem
}

interface Written {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly id: string | undefined
}
