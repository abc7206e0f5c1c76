import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import {
  answerTo,
  checkLiteral,
  ForbiddenAddress,
  guardLookup,
  isLoopback,
  isPrivateAddress,
  isPublicAddress,
  openResolve,
  type Resolve,
  SwitchedProtocols,
  UnresolvedHost,
  unlessAborted,
} from '@sluice/runtime/public-network'
import { ProviderFault } from './provider-fault.ts'

interface Options {
  /** Whether providers may be on this machine: for development and tests. */
  readonly allowLoopback: boolean
  /** Hosts that may have a private address, as configured by the operator: as in a URL, so without a default port. */
  readonly privateHosts?: readonly string[]
  /** From opening the connection to the end of the answer. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly resolve?: Resolve
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Like `fetch`, within limits. Rejects with {@link ProviderFault}. */
export type BoundedFetch = (url: string, sent: Sent) => Promise<Response>

const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

/**
 * Fetches from an identity provider: from public addresses only, without following redirects, and with limits on time
 * and size. Connects to the very address that was checked.
 */
export function openBoundedFetch(options: Options): BoundedFetch {
  const { allowLoopback, privateHosts = [], timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options
  const { resolve = openResolve() } = options
  const isAllowedOf = (host: string) => (address: string) =>
    isPublicAddress(address) ||
    (allowLoopback && isLoopback(address)) ||
    (privateHosts.includes(host) && isPrivateAddress(address))

  return async (url, { method = 'GET', headers = {}, body }) => {
    const target = new URL(url)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const isAllowed = isAllowedOf(target.host)
      checkLiteral(target.hostname, isAllowed)
      const guarded = guardLookup(resolve, isAllowed)
      const { request } = target.protocol === 'https:' ? https : http
      const sent = body === undefined || body === null ? '' : String(body)
      const length = Buffer.byteLength(sent)
      const fields = { 'user-agent': 'Sluice', ...headers, 'content-length': length }
      const call = { method, agent: false, lookup: guarded, signal, headers: fields }
      const answered = answerTo<IncomingMessage>(request(target, call).end(sent))
      // Raced, since a request no longer listens to the signal once it is closed.
      return await unlessAborted(signal, read(answered, maxBytes))
    } catch (error) {
      throw faultOf(error, target.hostname, signal.aborted, timeoutMs)
    }
  }
}

async function read(answered: Promise<IncomingMessage>, maxBytes: number): Promise<Response> {
  const answer = await answered
  const type = answer.headers['content-type']
  const content = await whole(answer, maxBytes)
  const status = answer.statusCode ?? 0
  // The Response constructor refuses a body for these.
  const hasBody = status >= 200 && status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? content : null, {
    status,
    ...(type !== undefined && { headers: { 'content-type': type } }),
  })
}

async function whole(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const part of answer) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) {
      throw new ProviderFault(`The provider answered more than ${maxBytes / 1024} kB.`)
    }
  }
  return Buffer.concat(parts).toString('utf8')
}

function faultOf(error: unknown, host: string, timedOut: boolean, timeoutMs: number) {
  if (error instanceof ProviderFault) return error
  if (error instanceof ForbiddenAddress) {
    return new ProviderFault(`${host} has an address that is not public. It was not connected to.`)
  }
  if (error instanceof UnresolvedHost)
    return new ProviderFault(`${error.message} Check the issuer.`)
  if (error instanceof SwitchedProtocols)
    return new ProviderFault(`${host}: ${error.message} Check the issuer.`)
  if (timedOut)
    return new ProviderFault(`${host} gave no answer within ${timeoutMs / 1000} seconds.`)
  const code = String(Reflect.get(Object(error), 'code') ?? 'unknown')
  return new ProviderFault(reasons[code] ?? `The connection to ${host} failed: ${code}.`)
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response was complete.',
}
