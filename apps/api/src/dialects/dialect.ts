import type { IncomingHttpHeaders } from 'node:http'
import type { OperationName } from '@sluice/contract'
import type { Problem } from '@sluice/runtime'
import type { Encoding } from '../request/inflate.ts'

/** A query as parsed by Fastify: a repeated parameter is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** An answer in a protocol's own format; its fields are name, value, name, value. */
export interface Reply {
  readonly status: number
  readonly fields: readonly string[]
  readonly body?: string | Uint8Array
}

/**
 * How another protocol expresses a row of the contract. Only the format is translated: key, scopes, limits and
 * validation are those of the row, so it never allows more.
 */
export interface Dialect {
  readonly name: OperationName
  readonly path: string
  /** The key string; undefined if none was sent. */
  readonly keyOf: (headers: IncomingHttpHeaders) => string | undefined
  /** The row's query. */
  readonly queryOf: (query: Query) => Query
  /** Encoding of a body without Content-Encoding. Default: identity. */
  readonly encoding?: Encoding
  /** Both get the request's head, because the answer's format may depend on it. */
  readonly succeeded: (output: unknown, headers: IncomingHttpHeaders) => Reply
  readonly refused: (problem: Problem, headers: IncomingHttpHeaders) => Reply
}
