import { operationNames, operations } from '@sluice/contract'
import { Problem } from '@sluice/core'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from './problem-answer.ts'
import { type Shell, serveRow } from './serve.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** One route a row of the contract. */
export function addRows(app: FastifyInstance, shell: Shell): void {
  for (const name of operationNames) {
    const { method, path } = operations[name]
    app.route({ method, url: fastifyPath(path), handler: serveRow(shell, name) })
  }
}

/** Every other method of a row's path answers 405. */
export function addOtherMethods(app: FastifyInstance, apiUrl: string): void {
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
