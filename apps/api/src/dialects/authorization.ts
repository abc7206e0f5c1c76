import type { IncomingHttpHeaders } from 'node:http'

/**
 * The key string of a client of another protocol: from `Authorization: Token` or `Bearer`, as the password of `Basic`,
 * or from X-Api-Key.
 */
export function keyOfAuthorization(headers: IncomingHttpHeaders): string | undefined {
  const [scheme = '', value = ''] = headers.authorization?.trim().split(/\s+/, 2) ?? []
  switch (scheme.toLowerCase()) {
    case 'token':
    case 'bearer':
      return afterUser(value)
    case 'basic':
      return afterUser(Buffer.from(value, 'base64').toString())
    default:
      return headers['x-api-key'] as string | undefined
  }
}

/** Some clients send `user:password`, with the key as the password. */
function afterUser(credentials: string): string {
  return credentials.slice(credentials.indexOf(':') + 1)
}
