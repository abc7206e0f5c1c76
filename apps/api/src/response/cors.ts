import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE',
  // Callers may add fields, such as traceparent. The asterisk covers all but Authorization.
  'Access-Control-Allow-Headers': '*, Authorization',
  'Access-Control-Max-Age': '600',
}

/** Header fields for an answer to a page from an origin, as name, value, name, value. */
export type Cors = (origin: string) => string[]

/** Lets pages from these origins read the answers (Fetch standard, 3.2). */
export function allowOrigins(origins: readonly string[]): Cors {
  const allowed = new Set(origins)
  return (origin) => {
    if (!allowed.has(origin)) return ['Vary', 'Origin']
    return [
      ...['Vary', 'Origin', 'Access-Control-Allow-Origin', origin],
      ...['Access-Control-Expose-Headers', '*'],
    ]
  }
}

/** The same for Fastify's own answers, and preflights of all paths. */
export function addCors(app: FastifyInstance, cors: Cors): void {
  app.addHook('onRequest', (request, reply, done) => {
    applyCors(cors, request, reply)
    if (request.method !== 'OPTIONS') return done()
    answerPreflight(reply)
  })
}

export function answerPreflight(reply: FastifyReply): void {
  void reply.code(204).header('Vary', 'Origin').headers(preflight).send()
}

export function applyCors(cors: Cors, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.origin === undefined) return
  const fields = cors(headers.origin)
  for (let i = 0; i < fields.length; i += 2) reply.header(fields[i] ?? '', fields[i + 1])
}
