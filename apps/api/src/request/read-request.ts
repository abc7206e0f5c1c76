import type { IncomingMessage } from 'node:http'
import { type Operation, operations } from '@sluice/contract'
import { type Core, type KeyRequest, threadBytes } from '@sluice/core'
import type { Query } from '../dialects/dialect.ts'
import type { Exchange } from '../exchange.ts'
import { requireAcceptable } from '../response/representation.ts'
import { hasBody, readBody, readNone } from './body.ts'
import type { Bodies } from './body-policy.ts'
import type { Encoding } from './inflate.ts'

interface Reading {
  readonly core: Pick<Core, 'longCalls'>
  readonly bodies: Bodies
}

/** Nearly every Accept header. */
const ANYTHING = new Set([undefined, '*/*', 'application/json'])

/** Whether a request asks for no particular format, which means JSON. */
export function isAnything(accept: string | undefined, query: unknown): boolean {
  return ANYTHING.has(accept) && (query as Query).format === undefined
}

/** Reads the body, if there is one. Refuses a request whose answer could not be accepted, after its key was checked. */
export function readerOf(
  shell: Reading,
  exchange: Exchange,
  query: unknown,
): KeyRequest['readBody'] {
  const { request, name, dialect } = exchange
  const { accept } = request.headers
  const read = hasBody(request)
    ? (organization?: string) => readWithin(shell, exchange, organization)
    : undefined
  if (dialect || isAnything(accept, {}) || (query as Query).format !== undefined) return read
  return (organization) => {
    requireAcceptable(operations[name], accept ?? '')
    return read?.(organization)
  }
}

function readWithin(
  { bodies, core }: Reading,
  exchange: Exchange,
  organization: string | undefined,
): unknown {
  const { request, name, dialect, address } = exchange
  // Clients of other protocols send all kinds of media types, or none.
  const row: Operation = dialect ? { ...operations[name], body: undefined } : operations[name]
  const encoding = dialect?.encoding
  const bounds = isWhole(request, encoding)
    ? unbounded
    : { ...bodies.boundsFor({ organization, address }), encoding }
  if ('hold' in bounds) exchange.hold = bounds.hold
  if (!takesBody(operations[name])) return readNone(request, bounds)
  return readBody(request, row, bounds, core.longCalls && threadBytes(name))
}

/** A body that has arrived completely uses memory only in this turn: it is neither counted nor timed. */
function isWhole({ complete, headers }: IncomingMessage, encoding: Encoding | undefined): boolean {
  return complete && (headers['content-encoding'] ?? encoding) === undefined
}

const unbounded = { time: Number.POSITIVE_INFINITY }

const takesBody = ({ body }: Operation) => body !== undefined
