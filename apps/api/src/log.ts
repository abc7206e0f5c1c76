import type { FastifyInstance, FastifyRequest } from 'fastify'
import pino, { type Logger } from 'pino'

/** One structured line a request. Headers and bodies are never logged, so no key string can be. */
export function createLogger(level: string): Logger {
  return pino({ level, base: { service: 'api' }, timestamp: pino.stdTimeFunctions.isoTime })
}

export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      ...callerOf(request),
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    const cause =
      request.answer && 'problem' in request.answer ? request.answer.problem.cause : null
    if (reply.statusCode >= 500) request.log.error({ ...line, err: cause }, 'failed')
    else request.log.info(line, 'answered')
  })
}

function callerOf({ answer, ip, routeOptions }: FastifyRequest) {
  const { operation } = routeOptions.config
  const actor = answer?.actor
  return {
    ...(operation && { operation }),
    ...(actor && { organization: actor.organization.id, key: actor.id }),
    ...(answer && 'problem' in answer && { problem: answer.problem.code }),
    address: ip,
  }
}
