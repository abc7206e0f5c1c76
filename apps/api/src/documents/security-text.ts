import { securityText } from '@sluice/contract'
import type { Core } from '@sluice/core'
import type { FastifyInstance } from 'fastify'

interface SecurityTextOptions {
  readonly core: Pick<Core, 'clock'>
  readonly apiUrl: string
  readonly securityContact?: string | undefined
}

/** `/.well-known/security.txt` (RFC 9116), if a contact is configured. */
export function addSecurityText(app: FastifyInstance, options: SecurityTextOptions): void {
  const { core, apiUrl, securityContact } = options
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    return reply
      .type('text/plain; charset=utf-8')
      .send(securityText(securityContact, apiUrl, core.clock()))
  })
}
