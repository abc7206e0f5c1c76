import type { Answer } from '@sluice/core'
import type { Tracer } from '@sluice/tracing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Exchange } from '../exchange.ts'
import type { ClientAddress } from '../request/client-address.ts'
import { pathOf } from './log-path.ts'

/**
 * One structured line per request. Headers and bodies are never logged, so no key string can be. Lines are written in
 * batches, after at most a second and when the process ends, so that no request waits for them. If requests are traced,
 * lines have the ids of their span.
 */
export function createLogger(
  level: string,
  tracer?: Tracer,
  destination: DestinationStream = inBatches(),
): Logger {
  return pino(
    {
      ...{ level, base: { service: 'api' }, timestamp: pino.stdTimeFunctions.isoTime },
      ...(tracer && { mixin: () => ({ ...tracer.ids() }) }),
    },
    destination,
  )
}

/** The most bytes of pending lines; beyond that, lines are dropped. */
const MAX_WAITING = 4 * 1024 * 1024

export function inBatches(dest: string | number = 1): DestinationStream {
  const batches = { sync: false, minLength: 8_192, periodicFlush: 1_000, maxLength: MAX_WAITING }
  const destination = pino.destination({ ...batches, dest })
  // A full disk costs log lines, not the service.
  destination.on('error', () => {})
  return destination
}

/** Logs the answers of the contract's rows. */
export function answerLog(logger: Logger) {
  const successes = logger.isLevelEnabled('info')
  return (exchange: Exchange, answer: Answer, status: number): void => {
    if (status < 500 && !successes) return
    const line = { ...lineOf(exchange, status), ...callerOf(exchange, answer) }
    if (status < 500) logger.info(line, 'answered')
    else logger.error({ ...line, err: 'problem' in answer ? answer.problem.cause : null }, 'failed')
  }
}

/** Logs Fastify's own answers. */
export function otherLog(logger: Logger, addressOf: ClientAddress) {
  const isEnabled = logger.isLevelEnabled('info')
  return ({ id, raw }: FastifyRequest, { elapsedTime, statusCode }: FastifyReply): void => {
    if (!isEnabled) return
    const startedAt = performance.now() - elapsedTime
    const line = lineOf({ id, request: raw, startedAt }, statusCode)
    logger.info({ ...line, address: addressOf(raw) }, 'answered')
  }
}

function lineOf(
  { id, request, startedAt }: Pick<Exchange, 'id' | 'request' | 'startedAt'>,
  status: number,
) {
  return {
    reqId: id,
    method: request.method,
    path: pathOf(request),
    status,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
  }
}

function callerOf({ name, address }: Exchange, answer: Answer) {
  const { actor } = answer
  return {
    operation: name,
    ...(actor && { organization: actor.organization.id, key: actor.id }),
    ...('problem' in answer && { problem: answer.problem.code }),
    address,
  }
}
