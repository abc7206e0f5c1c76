import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationName } from '@sluice/contract'
import type { Hold } from './byte-shares.ts'
import type { Dialect } from './dialects/dialect.ts'

/** One request for a row of the contract. */
export interface Exchange {
  readonly id: string
  readonly name: OperationName
  readonly address: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Milliseconds on the process's steady clock. */
  readonly startedAt: number
  /** Whether the answer's form is not asked for, so that it is JSON. */
  readonly takesJson: boolean
  /** What the request speaks, where that is not the contract's own. */
  readonly dialect?: Dialect | undefined
  /** Bytes of its body, until it is answered. */
  hold?: Hold
}
