import { Agent, request } from 'node:http'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Operation, type OperationName, operations } from '@sluice/contract'
import type { GeneratedCall, RandomRequest } from '@sluice/contract/testing'

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export interface WireAnswer {
  /** 0 if the connection ended without an answer. */
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** An answer with 5xx other than a retryable one, or no answer. */
export function isFailure({ status, headers }: WireAnswer): boolean {
  if (status === 503) return headers['retry-after'] === undefined
  return status === 0 || status >= 500
}

export type Send = (request: WireRequest) => Promise<WireAnswer>

/** The longest head that Node's parser reads. A longer one reaches no handler. */
const LONGEST_PATH = 12_000

/** Sends over a number of kept-alive connections. */
export function sender(url: string, connections: number): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: WireRequest) =>
    new Promise<WireAnswer>((resolve) => {
      const given =
        body === undefined
          ? headers
          : { ...headers, 'Content-Length': `${Buffer.byteLength(body)}` }
      const outgoing = request(`${url}${path.slice(0, LONGEST_PATH)}`, {
        method,
        agent,
        headers: given,
      })
      outgoing.once('error', ({ message }) => resolve({ status: 0, headers: {}, text: message }))
      outgoing.once('response', async (incoming) => {
        try {
          const text = Buffer.concat(await incoming.toArray()).toString()
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
        } catch (error) {
          resolve({ status: 0, headers: {}, text: String(error) })
        }
      })
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('No answer within a minute.')))
      outgoing.end(body)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}

/** A call of an operation, with another body text if one is given. */
export function wireOf(
  name: OperationName,
  call: GeneratedCall,
  key: string,
  text?: string,
): WireRequest {
  const row: Operation = operations[name]
  const params = (call.params ?? {}) as Record<string, unknown>
  const path = row.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encoded(params[parameter]))
  const body = text ?? bodyOf(call.body)
  const type = row.bodyType ?? 'application/json'
  return {
    ...{ method: row.method, path: path + queryOf(call.query), body },
    headers: { 'X-Api-Key': key, ...(body !== undefined && { 'Content-Type': type }) },
  }
}

function bodyOf(body: unknown): string | Uint8Array | undefined {
  return body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body)
}

function queryOf(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as object)
  return pairs.length === 0
    ? ''
    : `?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}`
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}

/** A generated request, with the key of its caller. */
export function wireOfRandom(
  { method, path, headers, body, encoding }: RandomRequest,
  key: string | undefined,
): WireRequest {
  const sent = body !== undefined && encoding !== undefined ? encode(body, encoding) : body
  return {
    ...{ method, path, body: sent },
    headers: {
      ...headers,
      ...(key !== undefined && { 'X-Api-Key': key }),
      ...(encoding && { 'Content-Encoding': encoding === 'zstd' ? 'zstd' : 'gzip' }),
    },
  }
}

function encode(body: string | Uint8Array, encoding: 'gzip' | 'zstd' | 'broken'): Uint8Array {
  if (encoding === 'zstd') return zstdCompressSync(body)
  const whole = gzipSync(body)
  return encoding === 'gzip' ? whole : whole.subarray(0, whole.length / 2)
}
