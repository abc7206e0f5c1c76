import type { IncomingMessage } from 'node:http'
import { trustedPeers } from '@sluice/core/client-address'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The media type is authoritative (Fetch standard, 3.6). Some answers have a key string, most a tenant's data: none may
 * be cached.
 */
export const ofEveryAnswer = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Cache-Control', 'no-store'],
] as const

/** Two years (RFC 6797). */
const transportSecurity = ['Strict-Transport-Security', 'max-age=63072000'] as const

/** Security header fields, as name, value, name, value. */
export type SecurityFields = (request: IncomingMessage) => readonly string[]

/**
 * HSTS is sent if the public URL is https, and to a request that came over https through a trusted proxy; over plain
 * http it would have no effect.
 */
export function securityFields(apiUrl: string, trustedProxies: readonly string[]): SecurityFields {
  const secure = [...ofEveryAnswer, ...transportSecurity]
  if (apiUrl.startsWith('https:')) return () => secure
  const isTrusted = trustedPeers(trustedProxies)
  const isSecure = ({ headers, socket }: IncomingMessage) =>
    headers['x-forwarded-proto'] === 'https' && isTrusted(socket.remoteAddress ?? '')
  return (request) => (isSecure(request) ? secure : ofEveryAnswer)
}

/** The same for Fastify's own answers. */
export function applySecurity(
  fields: SecurityFields,
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: FastifyReply,
): void {
  const list = fields(raw)
  for (let i = 0; i < list.length; i += 2) reply.header(list[i] ?? '', list[i + 1])
}

export function addSecurity(app: FastifyInstance, fields: SecurityFields): void {
  app.addHook('onRequest', (request, reply, done) => {
    applySecurity(fields, request, reply)
    done()
  })
}
