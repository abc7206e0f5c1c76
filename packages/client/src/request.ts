import { compress } from './compress.ts'
import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { CallOptions } from './methods.ts'

/** The parts of any operation's call. */
export interface AnyCall {
  readonly params?: Record<string, unknown> | undefined
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
}

/** One call, as sent by every attempt. */
export interface Request {
  readonly operation: OperationName
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal | undefined
}

/** Builds the request of a call. Throws a TypeError if it cannot be sent, for example with a missing parameter. */
export async function requestOf(
  { baseUrl, environment, compression }: Connection,
  operation: OperationName,
  call: AnyCall,
  { signal, ifMatch, idempotencyKey }: CallOptions,
  accept: string,
): Promise<Request> {
  const { method, path, bodyType, repeat } = routes[operation]
  const url = urlOf(baseUrl, path, call)
  const key = repeat === 'keyed' ? (idempotencyKey ?? environment.newKey()) : undefined
  const headers = new Headers({ Accept: accept })
  if (ifMatch !== undefined) headers.set('If-Match', sendable('ifMatch', asHeader(ifMatch)))
  if (key !== undefined) headers.set('Idempotency-Key', sendable('idempotencyKey', key))
  if (call.body === undefined) return { operation, url, method, headers, signal }
  const whole = written(call.body)
  const { body, encoding } = compression ? await compress(whole) : { body: whole }
  headers.set('Content-Type', bodyType)
  if (encoding) headers.set('Content-Encoding', encoding)
  return { operation, url, method, headers, body, signal }
}

/** The `etag` of an answer's body is quoted here; one from an ETag header, or `*`, is already in header form. */
function asHeader(etag: string): string {
  return etag === '*' || /^(W\/)?"/.test(etag) ? etag : `"${etag}"`
}

/** The value of a header. An invalid value would otherwise look like a lost connection. */
function sendable(option: keyof CallOptions, value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value
  throw new TypeError(`${option} must be ASCII without line breaks, and not empty.`)
}

function written(body: unknown): string | Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)
}

/** The path with its parameters, and the query. Throws a TypeError if a parameter is missing, or is `.` or `..`. */
function urlOf(baseUrl: string, path: string, { params = {}, query = {} }: AnyCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`params.${name} is missing.`)
    // These are path steps in a URL, even when encoded, and would address another operation.
    if (/^\.\.?$/.test(String(value))) throw new TypeError(`params.${name} is no id: ${value}`)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  )
  // Not its `size`, which Safari 16 and React Native lack.
  const text = search.toString()
  return `${baseUrl}${filled}${text && `?${text}`}`
}
