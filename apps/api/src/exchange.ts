import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OperationName } from '@sluice/contract'
import type { Hold } from '@sluice/runtime'
import type { Dialect } from './dialects/dialect.ts'
import type { Representation } from './response/representation.ts'

/** One request for a row of the contract. */
export interface Exchange {
  readonly id: string
  readonly name: OperationName
  readonly address: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Milliseconds on the process's monotonic clock. */
  readonly startedAt: number
  /** Whether the answer is written as JSON, as nearly every one is. */
  readonly takesJson: boolean
  /** The protocol of the request, if it is not the contract's own. */
  readonly dialect?: Dialect | undefined
  /** The bytes of its body, until it is answered. */
  hold?: Hold
  /** The bytes of a large answer, until they are sent. */
  unread?: Hold
  /** Its output, as written; undefined for an answer without a body. */
  written?: Representation | undefined
}
