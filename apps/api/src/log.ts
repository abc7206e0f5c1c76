import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pino, { type Logger } from 'pino'

/**
 * One structured line a request. Headers and bodies are never logged, so no key string can be. Lines are
 * written in batches, after a second at most and when the process ends, so that no request waits for them.
 */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ sync: false, minLength: 8_192, periodicFlush: 1_000 })
  return pino(
    { level, base: { service: 'api' }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
}

export function logAnswers(app: FastifyInstance): void {
  const successes = ['trace', 'debug', 'info'].includes(app.log.level)
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500) {
      const cause =
        request.answer && 'problem' in request.answer ? request.answer.problem.cause : null
      request.log.error({ ...lineOf(request, reply), err: cause }, 'failed')
    } else if (successes) request.log.info(lineOf(request, reply), 'answered')
    done()
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  return {
    reqId: request.id,
    ...callerOf(request),
    method: request.method,
    path: request.url.split('?')[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
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
