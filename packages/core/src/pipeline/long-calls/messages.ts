import type { ActorName } from '@sluice/contract'
import type { SentProblem } from '@sluice/runtime'
import type { KeyActor } from '../../actor.ts'
import type { Need } from '../../scopes/need.ts'

/** A call that has been let in, as it is sent to the thread. */
export interface LongCall {
  readonly name: ActorName
  readonly actor: KeyActor
  readonly params: unknown
  readonly query: unknown
  /** Of JSON, unparsed. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly now: Date
  /** When it came, in milliseconds of the epoch on a steady clock. */
  readonly since: number
  readonly address: string
  readonly requestId: string
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

/** Runs long calls apart from the event loop that serves `/v2`. */
export interface LongCalls {
  /**
   * Steps 5 to 8 of a call. Throws its problem.
   * @param seen Told first what the guards have asked, whatever came of it.
   */
  perform(call: LongCall, seen: (answer: LongAnswer) => void): Promise<WrittenJson>
  /** Refuses what is under way, and ends. */
  close(): Promise<void>
}

/** An answer as JSON that is written already. */
export class WrittenJson {
  readonly bytes: Uint8Array
  /** Of the record that it shows. */
  readonly id: string | undefined

  constructor(bytes: Uint8Array, id: string | undefined) {
    this.bytes = bytes
    this.id = id
  }
}

/** What came of a call, and what its guards have asked of the actor. */
export interface LongAnswer {
  readonly needs: readonly Need[]
  /** Answered from what was kept of the first call with the same Idempotency-Key. */
  readonly replayed: boolean
  readonly outcome: Written | SentProblem
}

interface Written {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly id: string | undefined
}
