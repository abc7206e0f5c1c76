import { operationNames, operations } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dialects } from './dialects/dialects.ts'
import { sendProblem } from './problem-answer.ts'
import { serveRow } from './serve.ts'
import type { Shell } from './shell.ts'
import { unknownPath } from './unknown-paths.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE'] as const

/** One route a row of the contract. */
export function addRows(app: FastifyInstance, shell: Shell): void {
  for (const name of operationNames) {
    const { method, path } = operations[name]
    const handler = serveRow(shell, name)
    // Of an answer to HEAD, Node sends the head alone.
    const methods = method === 'GET' ? [method, 'HEAD'] : [method]
    app.route({ method: methods, url: fastifyPath(path), exposeHeadRoute: false, handler })
  }
}

/** Other protocols' paths of rows. */
export function addDialects(app: FastifyInstance, shell: Shell): void {
  for (const dialect of dialects) {
    app.post(dialect.path, serveRow(shell, dialect.name, dialect))
  }
}

/** Every other method of a row's path answers 405. */
export function addOtherMethods(app: FastifyInstance, apiUrl: string): void {
  for (const [path, allowed] of methodsByPath()) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: fastifyPath(path),
      handler: (request, reply) => {
        return refuseMethod(request, reply, { allowed, apiUrl })
      },
    })
  }
}

/** A path without the signs of routes' own patterns, which Fastify would read as a pattern, and fail where it is none. */
const PLAIN = /^[\w./-]*$/

/** Answers whatever has no route: 405 where a document lies, else 404. */
export function refuseUnknown(app: FastifyInstance, apiUrl: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = request.url.split('?')
    if (PLAIN.test(path) && app.hasRoute({ method: 'GET', url: path })) {
      return refuseMethod(request, reply, { allowed: ['GET', 'HEAD'], apiUrl })
    }
    const detail = unknownPath(path, apiUrl)
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  }
}

function refuseMethod(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { allowed, apiUrl }: { allowed: readonly string[]; apiUrl: string },
): FastifyReply {
  reply.header('Allow', allowed.join(', '))
  const detail = `${method} is not allowed here. Allowed: ${allowed.join(', ')}.`
  return sendProblem(reply, new Problem('method-not-allowed', { detail }), apiUrl)
}

function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of Object.values(operations)) {
    const more = method === 'GET' ? [method, 'HEAD'] : [method]
    methods.set(path, [...(methods.get(path) ?? []), ...more])
  }
  for (const { path } of dialects) methods.set(path, ['POST'])
  return methods
}
