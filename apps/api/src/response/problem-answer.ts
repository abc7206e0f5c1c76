import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@sluice/runtime'
import type { FastifyReply } from 'fastify'
import { UnsupportedEncoding } from '../request/inflate.ts'

/** A problem as the text of RFC 9457's `application/problem+json`; without an id if no request was parsed. */
export function problemBody(
  problem: Problem,
  requestId: string | undefined,
  apiUrl: string,
): string {
  return JSON.stringify({
    type: `${apiUrl}/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    ...(problem.errors && { errors: problem.errors }),
    requestId,
  })
}

/** The header fields of a problem's answer, as name, value, name, value. */
export function problemFields(problem: Problem): string[] {
  const { status, retryAfter } = problem
  return [
    ...['Content-Type', 'application/problem+json'],
    ...(retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]),
    ...(problem instanceof UnsupportedEncoding
      ? ['Accept-Encoding', problem.accepted.join(', ')]
      : []),
    ...(status === 401 ? ['WWW-Authenticate', 'ApiKey header="X-Api-Key"'] : []),
  ]
}

/** Adds a hint for a request whose key was sent in another header than X-Api-Key. */
export function withHint(problem: Problem, { authorization }: IncomingHttpHeaders): Problem {
  if (problem.code !== 'key-missing' || authorization === undefined) return problem
  const detail = `${problem.detail} Keys are not read from Authorization: send the key in X-Api-Key.`
  return new Problem(problem.code, { detail })
}

/** Sends a problem for a path that is no row of the contract. */
export function sendProblem(reply: FastifyReply, problem: Problem, apiUrl: string): FastifyReply {
  const fields = problemFields(problem)
  for (let i = 0; i < fields.length; i += 2) reply.header(fields[i] ?? '', fields[i + 1])
  // As bytes: Fastify would add a charset to text, which this media type does not have.
  const body = Buffer.from(problemBody(problem, reply.request.id, apiUrl))
  return reply.code(problem.status).header('X-Request-Id', reply.request.id).send(body)
}
