import { METHODS, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@sluice/runtime'
import type { Logger } from 'pino'
import { problemBody, problemFields } from '../response/problem-answer.ts'
import { ofEveryAnswer } from '../response/security-headers.ts'
import type { Bodies } from './body-policy.ts'

interface ParserError extends Error {
  readonly code?: string
  /** Why Node's HTTP parser failed, in its own words. Contains nothing of the request. */
  readonly reason?: string
  /** The last packet of the connection. */
  readonly rawPacket?: unknown
  /** How much of the packet was parsed. */
  readonly bytesParsed?: number
}

/** Node's own handler of these errors also relies on this undocumented property. */
interface Connection extends Socket {
  /** The first unsent answer of the connection. */
  readonly _httpMessage?: ServerResponse | null
}

interface Reporting {
  readonly apiUrl: string
  readonly bodies: Pick<Bodies, 'isAnswered'>
  readonly logger: Logger
}

/** Milliseconds that a closed connection is still read: a reset could overtake the answer. */
const LINGER_MS = 5_000

/**
 * Answers requests that Node's HTTP parser refuses, which reach no route, with a problem. Earlier requests of the
 * connection are answered first, however long they take. Then the connection is closed, since it is unknown where a
 * next request would begin.
 */
export function answerBrokenRequests({ apiUrl, bodies, logger }: Reporting) {
  const broken = new WeakSet<Socket>()
  return (error: ParserError, socket: Connection): void => {
    // All further data fails in the same way.
    if (error.code === 'ECONNRESET' || broken.has(socket)) return
    broken.add(socket)
    const end = () => {
      const next = socket._httpMessage
      if (next && (next.req.complete || next.headersSent)) return void next.once('close', end)
      // A second answer to one request would be taken for that of the next.
      if (bodies.isAnswered(socket)) return void socket.destroySoon()
      const method = next ? next.req.method : methodOf(error)
      const problem = problemOf(error)
      if (socket.writable) {
        socket.end(answerText(problem, apiUrl, method))
        const line = { status: problem.status, parser: error.code, peer: socket.remoteAddress }
        logger.info(line, 'answered without a route')
      }
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    }
    end()
  }
}

/** The method of a request with a malformed head; undefined if it arrived in an earlier packet. */
function methodOf({ code, rawPacket, bytesParsed }: ParserError): string | undefined {
  if (code === 'HPE_INVALID_METHOD') return 'unknown'
  if (!(rawPacket instanceof Buffer)) return undefined
  const head = rawPacket.toString('latin1', 0, bytesParsed).split('\r\n\r\n').at(-1) ?? ''
  return METHODS.find((method) => head.startsWith(`${method} `))
}

function problemOf({ code, reason }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The request line and the headers exceed 16 KiB together.'
    return new Problem('headers-too-large', { detail })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request-timeout', {
      detail: 'The request did not arrive in time. Send it again.',
    })
  }
  const detail = `The request is not well-formed HTTP/1.1${reason ? `: ${reason}` : ''}.`
  return new Problem('invalid-request', { detail })
}

/** Without a body if the method is unknown: after the answer to a HEAD, it would be taken for the next answer. */
function answerText(problem: Problem, apiUrl: string, method: string | undefined): string {
  const body = method === undefined ? '' : problemBody(problem, undefined, apiUrl)
  const fields = [...(method === undefined ? [] : problemFields(problem)), ...ofEveryAnswer]
  const lines = [`HTTP/1.1 ${problem.status} ${problem.title}`]
  for (let i = 0; i < fields.length; i += 2) lines.push(`${fields[i]}: ${fields[i + 1]}`)
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '')
  lines.push(method === 'HEAD' ? '' : body)
  return lines.join('\r\n')
}
