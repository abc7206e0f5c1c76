import type { IncomingMessage, ServerResponse } from 'node:http'
import { authenticate } from './authenticate.ts'
import { collect, readBody } from './body.ts'
import type { Connections } from './connections.ts'
import type { Engine } from './engine.ts'
import { type ClickHouseException, exception, isBreakdown, toException } from './exception.ts'

import { type Forbidden, requireInside, requireInsideSettings } from './inside.ts'
import type { Load } from './load.ts'

import { isForm, withForm } from './multipart.ts'
import { parseRequest, type QueryRequest } from './request.ts'
import { acceptedEncoding, type ServerIdentity, sendException, sendOutcome } from './respond.ts'
import { type Outcome, type Run, runLoad, runStatement } from './run.ts'
import type { Spool } from './spool.ts'
import { parseStatement, type Statement } from './statement.ts'
import { turnOf } from './turns.ts'

export type ServerContext = {
  engine: Engine
  connections: Connections
  spool: Spool
  identity: ServerIdentity
  password: string
  /** The most bytes of a request's body after decompression. */
  maxBodyBytes: number
  /** Functions that no statement may call. */
  forbidden: Forbidden
  /** Called when the engine reports that it has failed for good. */
  onBreakdown(error: ClickHouseException): void
}

/** Answers one request of ClickHouse's HTTP interface; never rejects. */
export async function handle(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let queryId: string | undefined
  try {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (isPing(request, url)) return sendText(response, 200, 'Ok.\n')
    if (url.pathname !== '/') return sendText(response, 404, `There is no handle ${url.pathname}\n`)
    authenticate(request, url, context.password)
    const query = parseRequest(request, url)
    queryId = query.queryId
    await answer(context, query, request, response)
  } catch (thrown) {
    const error = toException(thrown)
    // Discards the rest of the body: a client that is still writing would not read the answer.
    request.resume()
    sendException(response, error, queryId, context.identity)
    if (isBreakdown(error)) context.onBreakdown(error)
  }
}

async function answer(
  context: ServerContext,
  asked: QueryRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const signal = leavingSignal(response)
  const body = readBody(request, context.maxBodyBytes)
  const contentType = request.headers['content-type'] ?? ''
  const query = isForm(contentType) ? await withForm(asked, contentType, body) : asked
  const statement = await readStatement(query, body)
  requireInside(textOf(statement), context.forbidden, query.parameters)
  requireInsideSettings(query.settings)
  const run = { ...context, request: query, turn: turnOf(statement, query.parameters), signal }
  const outcome =
    statement.kind === 'load'
      ? await load(context.spool, run, statement, body)
      : await runStatement(run, statement)
  await sendOutcome(response, outcome, {
    queryId: query.queryId,
    identity: context.identity,
    encoding: query.compressResponse ? acceptedEncoding(request) : undefined,
    elapsedMs: performance.now() - startedAt,
  })
}

/**
 * As in ClickHouse, the query is the one in the URL followed by the body. If the URL has the whole head of an INSERT,
 * the body is left unread, since it may be long.
 */
async function readStatement(query: QueryRequest, body: AsyncIterable<Buffer>): Promise<Statement> {
  if (query.query === undefined) return parseStatement(await collect(body))
  const head = Buffer.from(query.query)
  const statement = parseStatement(head)
  if (statement.kind === 'load') return statement
  const rest = await collect(body)
  return rest.length === 0
    ? statement
    : parseStatement(Buffer.concat([head, Buffer.from('\n'), rest]))
}

/** The SQL of a statement, without its rows. */
function textOf(statement: Statement): string {
  if (statement.kind !== 'load') return statement.sql
  return `${statement.target} ${statement.settings}`
}

async function load(
  spool: Spool,
  run: Run,
  statement: Load,
  body: AsyncIterable<Buffer>,
): Promise<Outcome> {
  const rows = await spool.receive(inlineThenBody(statement.inline, body))
  try {
    return await runLoad(run, statement, rows)
  } finally {
    rows.remove()
  }
}

async function* inlineThenBody(inline: Buffer, body: AsyncIterable<Buffer>) {
  if (inline.length > 0) yield inline
  yield* body
}

/** Aborts when the connection closes before the answer was sent. */
function leavingSignal(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  response.once('close', () => {
    if (response.writableFinished) return
    leaving.abort(exception('QUERY_WAS_CANCELLED', 'The client left while its query waited.'))
  })
  return leaving.signal
}

function isPing(request: IncomingMessage, { pathname, search }: URL): boolean {
  return pathname === '/ping' || (request.method === 'GET' && pathname === '/' && search === '')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=UTF-8' })
  response.end(text)
}
