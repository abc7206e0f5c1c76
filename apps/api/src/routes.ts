import { type Operation, type OperationName, operationNames, operations } from '@sluice/contract'
import { type Core, Problem, rateLimitHeaders, run } from '@sluice/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBody } from './body.ts'
import { sendProblem } from './problem-answer.ts'
import { chooseMediaType, csvAnswer } from './representation.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** One route a row of the contract; every other method of a row's path answers 405. */
export function addRoutes(app: FastifyInstance, core: Core, apiUrl: string): void {
  for (const name of operationNames) {
    const row: Operation = operations[name]
    app.route({
      method: row.method,
      url: fastifyPath(row.path),
      config: { operation: name, tier: row.tier },
      handler: (request, reply) => serve(core, name, request, reply, apiUrl),
    })
  }
  for (const [path, allowed] of methodsByPath()) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: fastifyPath(path),
      handler: (request, reply) => {
        const detail = `${request.method} is not allowed here; ${allowed.join(', ')} is.`
        reply.header('Allow', allowed.join(', '))
        return sendProblem(reply, new Problem('method-not-allowed', { detail }), apiUrl)
      },
    })
  }
}

async function serve(
  core: Core,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
  apiUrl: string,
): Promise<FastifyReply> {
  const row: Operation = operations[name]
  const answer = await run(core, {
    name,
    keyString: header(request, 'x-api-key'),
    address: request.ip,
    requestId: request.id,
    ifMatch: header(request, 'if-match'),
    params: request.params,
    query: request.query,
    readBody: () => readBody(request.raw, row),
  })
  request.answer = answer
  if (answer.rate) reply.headers(rateLimitHeaders(answer.rate.tier, answer.rate.level))
  // A key string is in some answers, a tenant's data in all: none is for a cache.
  reply.header('Cache-Control', 'no-store')
  if ('problem' in answer) return sendProblem(reply, answer.problem, apiUrl)
  if (row.status === 204) return reply.code(204).send()
  if (row.mediaTypes) reply.header('Vary', 'Accept')
  if (chooseMediaType(row, header(request, 'accept')) === 'text/csv') {
    const { body, headers } = csvAnswer(row, answer.output, new URL(request.url, apiUrl))
    return reply.code(row.status).headers(headers).type('text/csv; charset=utf-8').send(body)
  }
  return reply.code(row.status).type('application/json').send(JSON.stringify(answer.output))
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of Object.values(operations)) {
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  return methods
}
