import type { Problem } from '@sluice/core'
import type { FastifyReply } from 'fastify'

/** Sends a problem as RFC 9457 `application/problem+json`. */
export function sendProblem(reply: FastifyReply, problem: Problem, apiUrl: string): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter))
  if (problem.status === 401) reply.header('WWW-Authenticate', 'ApiKey header="X-Api-Key"')
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        type: `${apiUrl}/problems/${problem.code}`,
        title: problem.title,
        status: problem.status,
        detail: problem.detail,
        ...(problem.errors && { errors: problem.errors }),
        requestId: reply.request.id,
      }),
    )
}
