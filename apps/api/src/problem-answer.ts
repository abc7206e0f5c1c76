import type { Problem } from '@sluice/core'
import type { FastifyReply } from 'fastify'

/** Sends a problem as RFC 9457 `application/problem+json`. */
export function sendProblem(reply: FastifyReply, problem: Problem, apiUrl: string): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter))
  if (problem.status === 401) reply.header('WWW-Authenticate', 'ApiKey header="X-Api-Key"')
  // As bytes: to text Fastify adds a charset, which this media type does not have.
  return reply
    .code(problem.status)
    .header('Content-Type', 'application/problem+json')
    .send(
      Buffer.from(
        JSON.stringify({
          type: `${apiUrl}/problems/${problem.code}`,
          title: problem.title,
          status: problem.status,
          detail: problem.detail,
          ...(problem.errors && { errors: problem.errors }),
          requestId: reply.request.id,
        }),
      ),
    )
}
