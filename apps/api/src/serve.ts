import { AsyncLocalStorage } from 'node:async_hooks'
import { type Operation, type OperationName, operations } from '@sluice/contract'
import { type Answer, run, WrittenJson } from '@sluice/core'
import { type Problem, workFor } from '@sluice/runtime'
import type { RouteHandlerMethod } from 'fastify'
import type { Dialect, Query } from './dialects/dialect.ts'
import type { Exchange } from './exchange.ts'
import { publicUrlOf } from './request/public-url.ts'
import { isAnything, readerOf } from './request/read-request.ts'
import { type Headed, writeHead, writeTranslated } from './response/answer-head.ts'
import { codingOf, compressed, MIN_COMPRESSED } from './response/compression.ts'
import { heldEtag, withTag } from './response/entity-tags.ts'
import { isLarge, tooMuchUnread } from './response/large-answers.ts'
import {
  emptySeries,
  isLong,
  type Representation,
  represent,
  representJson,
  representLong,
  representWritten,
  writesJson,
} from './response/representation.ts'
import type { Shell } from './shell.ts'
import { type Answered, traceExchange } from './tracing/traced-exchange.ts'
import { beginTogether, type Ending, endTogether } from './turns.ts'

/**
 * Serves a row. Fastify routes and parses the query. The answer is written to the socket from here, head and body in
 * one piece, because Fastify's general reply would cost as much as all the guards together.
 */
export function serveRow(shell: Shell, name: OperationName, dialect?: Dialect): RouteHandlerMethod {
  const answer = exchangeOf(shell)
  const row: Operation = operations[name]
  return ({ id, raw: request, params, query }, reply) => {
    reply.hijack()
    const startedAt = performance.now()
    const address = shell.addressOf(request)
    const response = reply.raw
    const { accept } = request.headers
    const takesJson = isAnything(accept, query) || writesJson(row, accept, (query as Query).format)
    const exchange: Exchange = {
      id,
      name,
      address,
      request,
      response,
      startedAt,
      takesJson,
      dialect,
      written: undefined,
    }
    beginTogether(() => void answer(shell, exchange, params, query))
  }
}

/** Chosen once per row, so that tracing costs nothing when it is off. */
function exchangeOf({ tracer, apiUrl }: Shell): typeof exchangeAnswer {
  if (!tracer) return exchangeAnswer
  const scheme = apiUrl.startsWith('https:') ? 'https' : 'http'
  return (shell, exchange, params, query) =>
    traceExchange(tracer, { exchange, scheme }, () =>
      exchangeAnswer(shell, exchange, params, query),
    )
}

function exchangeAnswer(
  shell: Shell,
  exchange: Exchange,
  params: unknown,
  query: unknown,
): Answered | Promise<Answered> {
  const { id: requestId, name, address, request, dialect } = exchange
  const { headers } = request
  const answer = run(shell.core, {
    name,
    address,
    connection: request.socket,
    requestId,
    since: exchange.startedAt,
    params,
    query: dialect ? dialect.queryOf(query as Query) : query,
    keyString: dialect ? dialect.keyOf(headers) : (headers['x-api-key'] as string | undefined),
    ifMatch: headers['if-match'],
    idempotencyKey: headers['idempotency-key'] as string | undefined,
    takesJson: exchange.takesJson,
    readBody: readerOf(shell, exchange, query),
    write: dialect
      ? undefined
      : (output, organization) => write(shell, exchange, output, organization),
  })
  return answer instanceof Promise
    ? answer.then((later) => send(shell, exchange, later))
    : send(shell, exchange, answer)
}

function send(shell: Shell, exchange: Exchange, answer: Answer): Answered | Promise<Answered> {
  exchange.hold?.release()
  const late = 'problem' in answer && pacedAs(shell, exchange, answer)
  return late ? late.then(() => sendNow(shell, exchange, answer)) : sendNow(shell, exchange, answer)
}

/** 429 answers are paced by key, or else by address. */
function pacedAs({ pace }: Shell, { address }: Exchange, { problem, actor }: Failed) {
  return problem.status === 429 ? pace(actor?.id ?? address) : undefined
}

type Failed = Extract<Answer, { readonly problem: Problem }>

function sendNow(shell: Shell, exchange: Exchange, answer: Answer): Answered {
  const { dialect } = exchange
  const headed = dialect
    ? writeTranslated(shell, exchange, answer, dialect)
    : writeHead(shell, exchange, answer)
  return finish(shell, exchange, headed)
}

/** Writes the body of an answer. A promise if it is serialized in slices, or compressed. */
function write(
  shell: Shell,
  exchange: Exchange,
  output: unknown,
  organization = '',
): Promise<void> | undefined {
  const { name, hold, startedAt } = exchange
  hold?.release()
  if (operations[name].status === 204) return undefined
  if (!isLong(output)) {
    exchange.written = writeShort(shell, exchange, output)
    if (!isCompressed(exchange, exchange.written)) return count(shell, exchange, organization)
  }
  const written = workFor(organization, () => writeLater(shell, exchange, output), startedAt)
  return written.then(() => count(shell, exchange, organization))
}

/**
 * Throws `unavailable` if the caller has too many large answers that it has not read. What was changed is answered all
 * the same, since it would be done again, and so is what has no body.
 */
function count({ answers }: Shell, exchange: Exchange, organization: string): undefined {
  const { request, written } = exchange
  if (!written || answers.count(exchange, organization || undefined, written.body)) return
  const isHeld = heldEtag(request.headers['if-none-match'], written.tag) !== undefined
  if (request.method === 'GET' && !isHeld) throw tooMuchUnread()
}

function writeShort(
  { apiUrl }: Shell,
  { name, request, takesJson }: Exchange,
  output: unknown,
): Representation {
  const row: Operation = operations[name]
  if (output instanceof WrittenJson) return representWritten(row, output)
  const url = () => publicUrlOf(request, apiUrl)
  const written = takesJson
    ? representJson(row, output)
    : represent(row, output, request.headers.accept, url)
  return withTag(name, output, written)
}

/** Secrets are not compressed together with a caller's own text, since the length would reveal them. */
function isCompressed({ name, request }: Exchange, { body, tag }: Representation): boolean {
  if (body.length < MIN_COMPRESSED) return false
  const row: Operation = operations[name]
  if (row.secretField !== undefined) return false
  if (heldEtag(request.headers['if-none-match'], tag) !== undefined) return false
  return codingOf(request.headers['accept-encoding']) !== undefined
}

async function writeLater({ apiUrl }: Shell, exchange: Exchange, output: unknown): Promise<void> {
  const { name, request, written } = exchange
  const { headers } = request
  const url = () => publicUrlOf(request, apiUrl)
  const long = () => representLong(operations[name], output, headers.accept, url)
  const whole = written ?? withTag(name, output, await long())
  if (!written && operations[name].tier === 'data-read') emptySeries(output)
  const coding = codingOf(headers['accept-encoding'])
  exchange.written =
    coding && isCompressed(exchange, whole) ? await compressed(whole, coding) : whole
}

function finish(shell: Shell, exchange: Exchange, { answer, status, body }: Headed): Answered {
  const finished: Finished = {
    ...{ shell, exchange, answer, status, body },
    send: exchange.unread || isLarge(body) ? sendLarge : sendBody,
    // Bound here because all are reported in the first one's context, and a log line takes the ids of its span from the
    // context.
    ended: shell.tracer ? AsyncLocalStorage.bind(report) : report,
  }
  endTogether(finished)
  return finished
}

interface Finished extends Headed, Ending {
  readonly shell: Shell
  readonly exchange: Exchange
}

function sendBody({ exchange, body }: Finished): void {
  exchange.response.end(body)
}

function sendLarge({ shell, exchange, body }: Finished): void {
  shell.answers.send(exchange.response, body, exchange.unread)
}

function report({ shell, exchange, answer, status }: Finished): void {
  shell.answered(exchange, answer, status)
  shell.bodies.endUnfinished(exchange.request)
}
