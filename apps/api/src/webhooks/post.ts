import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { OutgoingRequest, ReceiverAnswer, Send } from '@sluice/core/worker'
import {
  answerTo,
  checkLiteral,
  ForbiddenAddress,
  guardLookup,
  isLoopback,
  isPublicAddress,
  openResolve,
  type Resolve,
  SwitchedProtocols,
  UnresolvedHost,
  unlessAborted,
} from '@sluice/runtime/public-network'

interface PostOptions {
  /** Whether receivers may be on this machine: for development and tests. */
  readonly allowLoopback: boolean
  /** From opening the connection to the end of the answer. */
  readonly timeoutMs?: number
  /** Milliseconds after which an idle connection is closed. */
  readonly idleMs?: number
  readonly resolve?: Resolve
}

const TIMEOUT_MS = 15_000
/** Short, since changing integrations may have any number of hosts and ports. */
const IDLE_MS = 5_000

/** The most bytes of an answer that are read; the rest is ignored. */
const ANSWER_BYTES = 4096
const HEADER_FIELDS = 32
const HEADER_CHARACTERS = 200

/** Opens a client for webhooks. `close` closes its idle connections. */
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
    const kept = agents[target.protocol === 'https:' ? 'https:' : 'http:']
    const signal = AbortSignal.timeout(timeoutMs)
    const length = Buffer.byteLength(body)
    const fields = { 'user-agent': 'Sluice-Webhooks/1', ...headers, 'content-length': length }

    async function answered(agent: http.Agent | false): Promise<IncomingMessage> {
      const options = { method: 'POST', agent, lookup: guard, signal, headers: fields }
      const sent = request(target, options).end(body)
      try {
        return await answerTo<IncomingMessage>(sent)
      } catch (error) {
        // The receiver had closed an idle connection, and has probably not seen the request.
        if (sent.reusedSocket && isClosed(error as NodeJS.ErrnoException)) return answered(false)
        throw error
      }
    }

    try {
      // Raced, since a request no longer listens to the signal once it is closed.
      return await unlessAborted(signal, read(answered(kept)))
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

async function read(answered: Promise<IncomingMessage>): Promise<ReceiverAnswer> {
  const answer = await answered
  return {
    status: answer.statusCode ?? 0,
    headers: boundedHeaders(answer),
    body: await beginning(answer),
  }
}

/** The beginning of an answer as text. Leaving the loop early closes the connection. */
async function beginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer) {
    parts.push(part)
    bytes += part.length
    if (bytes >= ANSWER_BYTES) break
  }
  // Postgres cannot store NUL in a text.
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

function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** The reason as shown to the integration's owner. */
function reasonOf(error: NodeJS.ErrnoException, timedOut: boolean, timeoutMs: number): string {
  if (error instanceof ForbiddenAddress || error instanceof UnresolvedHost) return error.message
  if (error instanceof SwitchedProtocols) return error.message
  if (timedOut) return `No complete answer within ${timeoutMs / 1000} seconds.`
  if (isClosed(error)) return 'The connection was closed before the response was complete.'
  if (error.code === 'ECONNREFUSED') return 'The connection was refused.'
  return `The connection failed: ${error.code ?? error.message}.`
}
