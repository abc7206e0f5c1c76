import { operationNames, operations } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dialects } from './dialects/dialects.ts'
import { unknownPath } from './request/unknown-paths.ts'
import { sendProblem } from './response/problem-answer.ts'
import { serveRow } from './serve.ts'
import type { Shell } from './shell.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE'] as const

/** One route per row of the contract. */
export function addRows(app: FastifyInstance, shell: Shell): void {
  for (const name of operationNames) {
    const { method, path } = operations[name]
    const handler = serveRow(shell, name)
    // For HEAD, Node sends only the head of the answer.
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

/** All other methods of a row's path are answered with 405. */
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

/** A path without special characters, which Fastify would parse as a route pattern, and might fail on. */
const PLAIN = /^[\w./-]*$/

/** Answers requests without a route: 405 for the path of a document, else 404. */
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
