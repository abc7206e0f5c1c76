import type { IncomingHttpHeaders } from 'node:http'
import type { OperationName } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'

/** A query as Fastify parses it: what is said twice is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** An answer in a protocol's own terms; its fields are name, value, name, value. */
export interface Reply {
  readonly status: number
  readonly fields: readonly string[]
  readonly body?: string | Uint8Array
}

/**
 * How another protocol says what a row of the contract says. Only words are translated: the key, scopes, limits and
 * validation are the row's, so that nothing is allowed here which is not allowed there.
 */
export interface Dialect {
  readonly name: OperationName
  readonly path: string
  /** The key string, or undefined where none was sent. */
  readonly keyOf: (headers: IncomingHttpHeaders) => string | undefined
  /** The row's query. */
  readonly queryOf: (query: Query) => Query
  /** Both are told the head of the request, whose form an answer may have to have. */
  readonly succeeded: (output: unknown, headers: IncomingHttpHeaders) => Reply
  readonly refused: (problem: Problem, headers: IncomingHttpHeaders) => Reply
}
