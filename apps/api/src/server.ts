import { randomUUID } from 'node:crypto'
import type { Operation, OperationName } from '@sluice/contract'
import { type Answer, type Core, Problem } from '@sluice/core'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { addCors } from './cors.ts'
import { addDocuments } from './documents.ts'
import { addHealth } from './health.ts'
import { logAnswers } from './log.ts'
import { addMetrics } from './metrics.ts'
import { sendProblem } from './problem-answer.ts'
import { addRoutes } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationName
    tier?: Operation['tier']
  }
  interface FastifyRequest {
    answer: Answer | null
  }
}

export interface ServerOptions {
  readonly core: Core
  readonly databaseUrl: string
  /** The public URL, without a slash at its end. */
  readonly apiUrl: string
  /** Origins whose pages may call `/v2`. */
  readonly origins: readonly string[]
  /** Addresses and CIDRs of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly logger: FastifyBaseLogger | false
}

/** The REST adapter: rows of the contract to routes, answers to HTTP. It decides nothing. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { core, apiUrl } = options
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    // The lines about a request carry its id themselves: a logger for each would cost more than the guard.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply, fromFramework(error), apiUrl)
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 256 },
  })
  app.decorateRequest('answer', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  // The pipeline reads a body itself, once the key and the bucket have let the request in.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    request.log.error({ reqId: request.id, err: error }, 'unexpected fault')
    return sendProblem(reply, fromFramework(error), apiUrl)
  })
  app.setNotFoundHandler((request, reply) => {
    const [path] = request.url.split('?')
    const detail = `There is no ${path}. See ${apiUrl}/v2/openapi.json.`
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  })
  addCors(app, options.origins)
  logAnswers(app)
  addMetrics(app, core)
  addHealth(app, core, options.databaseUrl)
  addDocuments(app, apiUrl)
  addRoutes(app, core, apiUrl)
  return app
}

/** What Fastify refuses before a route is reached: its status says why. */
function fromFramework(error: { statusCode?: number; message: string }): Problem {
  switch (error.statusCode) {
    case 400:
      return new Problem('invalid-request', { detail: 'The URL or the headers are malformed.' })
    case 414:
      return new Problem('not-found', { detail: 'No id is as long as the one in this path.' })
    case 415:
      return new Problem('unsupported-media-type', { detail: 'Content-Type is not a media type.' })
    default:
      return new Problem('internal', {
        detail: 'The service failed. Quote the request id.',
        cause: error,
      })
  }
}
