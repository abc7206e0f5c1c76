import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { OutgoingRequest, ReceiverAnswer, Send } from '@sluice/core/worker'
import {
  checkLiteral,
  ForbiddenAddress,
  guardLookup,
  isLoopback,
  isPublicAddress,
  openResolve,
  type Resolve,
  UnresolvedHost,
} from '@sluice/runtime/public-network'

interface PostOptions {
  /** Whether receivers may be on this machine: for development and tests. */
  readonly allowLoopback: boolean
  /** From the connection's opening to the answer's end. */
  readonly timeoutMs?: number
  /** After so many milliseconds without a request a connection is closed. */
  readonly idleMs?: number
  readonly resolve?: Resolve
}

const TIMEOUT_MS = 15_000
/** Receivers are any number of hosts and ports, as integrations are changed. */
const IDLE_MS = 5_000

/** Bytes that are read of an answer; the rest is not waited for. */
const ANSWER_BYTES = 4096
const HEADER_FIELDS = 32
const HEADER_CHARACTERS = 200

/** Opens the connections that webhooks go over. `close` ends those that are idle. */
export function openPost(options: PostOptions): { send: Send; close(): void } {
  const {
    allowLoopback,
    timeoutMs = TIMEOUT_MS,
    idleMs = IDLE_MS,
    resolve = openResolve(),
  } = options
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowLoopback && isLoopback(address))
  const guard = guardLookup(resolve, isAllowed)
  const agents = {
    'http:': new http.Agent({ keepAlive: true, timeout: idleMs, lookup: guard }),
    'https:': new https.Agent({ keepAlive: true, timeout: idleMs, lookup: guard }),
  }

  async function send({ url, headers, body }: OutgoingRequest): Promise<ReceiverAnswer> {
    const target = new URL(url)
    checkLiteral(target.hostname, isAllowed)
    const { request } = target.protocol === 'https:' ? https : http
    const agent = agents[target.protocol === 'https:' ? 'https:' : 'http:']
    const signal = AbortSignal.timeout(timeoutMs)
    const answered = new Promise<IncomingMessage>((done, fail) => {
      const length = Buffer.byteLength(body)
      const fields = { 'user-agent': 'Sluice-Webhooks/1', ...headers, 'content-length': length }
      request(target, { method: 'POST', agent, signal, headers: fields })
        .once('response', done)
        .once('error', fail)
        .end(body)
    })
    try {
      const answer = await answered
      return {
        status: answer.statusCode ?? 0,
        headers: boundedHeaders(answer),
        body: await beginning(answer),
      }
    } catch (error) {
      throw new Error(reasonOf(error as NodeJS.ErrnoException, signal.aborted, timeoutMs))
    }
  }

  return {
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** An answer's first bytes as text. Leaving the loop early ends the connection. */
async function beginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer) {
    parts.push(part)
    bytes += part.length
    if (bytes >= ANSWER_BYTES) break
  }
  // Postgres keeps no NUL in a text.
  return Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '\ufffd')
}

function boundedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const fields = Object.entries(headers).filter(([name]) => name !== 'set-cookie')
  return Object.fromEntries(
    fields
      .slice(0, HEADER_FIELDS)
      .map(([name, value]) => [name, String(value).slice(0, HEADER_CHARACTERS)]),
  )
}

/** What the integration's owner sees. */
function reasonOf(error: NodeJS.ErrnoException, timedOut: boolean, timeoutMs: number): string {
  if (error instanceof ForbiddenAddress || error instanceof UnresolvedHost) return error.message
  if (timedOut) return `No complete answer within ${timeoutMs / 1000} seconds.`
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'The connection was refused.'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was closed before the response was complete.'
    default:
      return `The connection failed: ${error.code ?? error.message}.`
  }
}
