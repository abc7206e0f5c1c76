import type { FastifyInstance } from 'fastify'

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'X-Api-Key, Content-Type, Content-Encoding, If-Match',
  'Access-Control-Max-Age': '600',
}

/**
 * Lets pages of these origins call the API (Fetch standard, 3.2). Requests without an Origin header, which
 * are nearly all, pass untouched.
 */
export function addCors(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const asks = request.method === 'OPTIONS'
    if (origin === undefined && !asks) return done()
    reply.header('Vary', 'Origin')
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': EXPOSED,
      })
    }
    if (!asks) return done()
    void reply.code(204).headers(preflight).send()
  })
}
