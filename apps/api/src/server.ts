import type { Core } from '@sluice/core'
import { Problem, paceRefusals } from '@sluice/runtime'
import type { Tracer } from '@sluice/tracing'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { addDocuments } from './documents/documents.ts'
import { addSecurityText } from './documents/security-text.ts'
import { addInternal } from './internal.ts'
import { type BodyPolicy, openBodies } from './request/body-policy.ts'
import { answerBrokenRequests } from './request/broken-requests.ts'
import { clientAddress } from './request/client-address.ts'
import { routeExpectations } from './request/expectations.ts'
import { requestIds } from './request/request-ids.ts'
import { watchProxies } from './request/untrusted-proxies.ts'
import { addCors, allowOrigins, answerPreflight, applyCors } from './response/cors.ts'
import { type AnswerPolicy, openAnswers } from './response/large-answers.ts'
import { sendProblem } from './response/problem-answer.ts'
import { addSecurity, applySecurity, securityFields } from './response/security-headers.ts'
import { addDialects, addRows, collectMethods, refuseUnknown } from './routes.ts'
import type { Shell } from './shell.ts'
import { addHealth } from './status/health.ts'
import { answerLog, otherLog } from './status/log.ts'
import { collectMetrics } from './status/metrics.ts'

export interface ServerOptions {
  readonly core: Core
  /** The public URL, without a trailing slash. */
  readonly apiUrl: string
  /** Origins whose pages may call `/v2`. */
  readonly origins: readonly string[]
  /** Addresses and CIDRs of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Authorizes this machine's other processes to read the buckets; undefined means none may. */
  readonly internalSecret?: string | undefined
  /** Overrides the default limits of bodies. */
  readonly bodies?: Partial<BodyPolicy>
  /** Overrides the default limits of large answers. */
  readonly answers?: Partial<AnswerPolicy>
  /** The contact for security issues; undefined means no security.txt. */
  readonly securityContact?: string | undefined
  /** What else of the product is down, and why; for `/readyz`. */
  readonly outages?: () => readonly string[]
  readonly logger: Logger
  readonly tracer?: Tracer | undefined
}

/**
 * The time limit in milliseconds of a whole request that nothing else ends. A head has Node's minute: a process that was
 * paused on a busy machine takes for slow who connected just before.
 */
const REQUEST_TIME = 180_000

/** The methods whose bodies Fastify would read. */
const WITH_BODY = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY']

/**
 * The REST adapter: maps routes to rows of the contract and answers to HTTP, and decides nothing. Rows have no hooks,
 * since each would cost every request. Documents, health and unknown paths have them.
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { core, apiUrl, logger } = options
  const cors = allowOrigins(options.origins)
  const proxies = watchProxies(logger)
  const bodies = openBodies(options.bodies)
  const answers = openAnswers(options.answers)
  const addressOf = clientAddress({ trusted: options.trustedProxies, onUntrusted: proxies.note })
  const security = securityFields(apiUrl, options.trustedProxies)
  const logOther = otherLog(logger, addressOf)
  const answeredOther = (request: FastifyRequest, reply: FastifyReply) => {
    logOther(request, reply)
    bodies.endUnfinished(request.raw)
  }
  const app = Fastify({
    logger: false,
    // A request without a body needs no stream to tell so, which would be a tenth of a GET's cost.
    http: { optimizeEmptyRequests: true },
    requestTimeout: REQUEST_TIME,
    genReqId: requestIds(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequests({ apiUrl, bodies, logger }),
    frameworkErrors: (error, request, reply) => {
      applyCors(cors, request, reply)
      applySecurity(security, request, reply)
      // These run no hooks.
      reply.raw.once('finish', () => answeredOther(request, reply))
      // Otherwise a page could not read the problem.
      if (request.method === 'OPTIONS') return answerPreflight(reply)
      void sendProblem(reply, fromFramework(error), apiUrl)
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 256 },
  })
  // Fastify reads no bodies: the pipeline does, after the key and the bucket have admitted the request.
  for (const method of WITH_BODY) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    logger.error({ reqId: request.id, err: error }, 'unexpected fault')
    applyCors(cors, request, reply)
    applySecurity(security, request, reply)
    return sendProblem(reply, fromFramework(error), apiUrl)
  })
  routeExpectations(app.server)
  const methods = collectMethods(app)
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  const metrics = collectMetrics(core)
  const log = answerLog(logger)
  await app.register((rows, _options, done) => {
    const answered: Shell['answered'] = (exchange, answer, status) => {
      metrics.observe(exchange, status)
      log(exchange, answer, status)
    }
    const isClosing = () => closing
    const shell: Shell = {
      ...{
        core,
        apiUrl,
        cors,
        addressOf,
        bodies,
        answers,
        security,
        answered,
        isClosing,
        pace: paceRefusals(),
      },
      tracer: options.tracer,
    }
    addRows(rows, shell)
    addDialects(rows, shell)
    done()
  })
  await app.register((others, _options, done) => {
    addSecurity(others, security)
    addCors(others, cors)
    others.addHook('onResponse', (request, reply, done) => {
      answeredOther(request, reply)
      done()
    })
    others.setNotFoundHandler(refuseUnknown(methods, apiUrl))
    metrics.addRoute(others)
    addHealth(others, {
      ...{ core, logger, warning: proxies.warning, outages: options.outages },
      sharedLog: () => core.telemetry.figures().sharedLog,
    })
    addInternal(others, options)
    addDocuments(others, { apiUrl, answers })
    addSecurityText(others, options)
    done()
  })
  return app
}

/** The problem for Fastify's own refusals before a route is reached, by their status. */
function fromFramework(error: { statusCode?: number; message: string }): Problem {
  switch (error.statusCode) {
    case 400:
      return new Problem('invalid-request', {
        detail: 'The path is not percent-encoded UTF-8. Write % as %25.',
      })
    case 414:
      return new Problem('not-found', { detail: 'The path has an id that is too long.' })
    default:
      return new Problem('internal', {
        detail:
          'The service failed. Retry later. If it fails again, send the request id to support.',
        cause: error,
      })
  }
}
