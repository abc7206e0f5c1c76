import querystring from 'node:querystring'
import { operationNames, operations } from '@sluice/contract'
import { Problem } from '@sluice/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dialects } from './dialects/dialects.ts'
import { withoutHost } from './request/public-url.ts'
import { unknownPath } from './request/unknown-paths.ts'
import { sendProblem } from './response/problem-answer.ts'
import { serveRow } from './serve.ts'
import type { Shell } from './shell.ts'

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

/** The methods of each path, by the path as Fastify writes it. */
export type Methods = ReadonlyMap<string, readonly string[]>

/** Collects the methods of all routes that are added later, except those for this machine's own processes. */
export function collectMethods(app: FastifyInstance): Methods {
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith('/internal/')) return
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
  })
  return methods
}

/** Answers requests without a route: 405 for a path that has other methods, else 404. */
export function refuseUnknown(methods: Methods, apiUrl: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = withoutHost(request.url).split(/[?#]/)
    const allowed = methodsAt(methods, path)
    if (allowed) return refuseMethod(request, reply, { allowed, apiUrl })
    const detail = unknownPath(path, apiUrl)
    return sendProblem(reply, new Problem('not-found', { detail }), apiUrl)
  }
}

function methodsAt(methods: Methods, path: string): readonly string[] | undefined {
  const words = path.split('/').map((word) => querystring.unescape(word))
  for (const [url, allowed] of methods) {
    const parts = url.split('/')
    if (parts.length !== words.length) continue
    const isAt = (part: string, i: number) =>
      part.startsWith(':') ? words[i] !== '' : part === words[i]
    if (parts.every(isAt)) return allowed
  }
  return undefined
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
