import type { Socket } from 'node:net'
import { Problem } from '@sluice/runtime'
import { problemBody, problemFields } from './problem-answer.ts'
import { nosniff } from './security-headers.ts'

interface ParserError extends Error {
  readonly code?: string
  /** What Node's HTTP parser stumbled over, in words of its own: nothing of the request. */
  readonly reason?: string
  /** What came last of the connection. */
  readonly rawPacket?: unknown
}

/**
 * Answers what Node's HTTP parser gives up on, which no route ever sees, by a problem as everything else; then the
 * connection is closed, since nobody knows where a next request would begin. The answer to a request before it, sent at the end of this
 * turn, goes first: else the client would take the problem for that answer.
 */
export function answerBrokenRequests(apiUrl: string) {
  return (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return
    setImmediate(() => {
      if (socket.destroyed) return
      if (socket.writable) socket.write(answerText(problemOf(error), apiUrl, isHead(error)))
      socket.destroy(error)
    })
  }
}

/** Whether a body would be taken for the next answer: the answer to HEAD has none. */
function isHead({ rawPacket }: ParserError): boolean {
  return rawPacket instanceof Buffer && rawPacket.toString('latin1', 0, 5) === 'HEAD '
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

function answerText(problem: Problem, apiUrl: string, withoutBody: boolean): string {
  const body = problemBody(problem, undefined, apiUrl)
  const fields = [...problemFields(problem), ...nosniff]
  const lines = [`HTTP/1.1 ${problem.status} ${problem.title}`]
  for (let i = 0; i < fields.length; i += 2) lines.push(`${fields[i]}: ${fields[i + 1]}`)
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '')
  lines.push(withoutBody ? '' : body)
  return lines.join('\r\n')
}
