/** Two years (RFC 6797). */
const TRANSPORT_SECURITY = 'max-age=63072000'

/**
 * Security headers of every response, whether from Next or from a gate before it. HSTS is included if the public URL is
 * https, or if the request came by https through a trusted proxy.
 *
 * @param {{ consoleUrl: string, forwardedProtocol: string | undefined, isTrusted: boolean }} request
 * @returns {Record<string, string>}
 */
export function securityHeaders({ consoleUrl, forwardedProtocol, isTrusted }) {
  const isSecure = consoleUrl.startsWith('https:') || (isTrusted && forwardedProtocol === 'https')
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure && { 'Strict-Transport-Security': TRANSPORT_SECURITY }),
  }
}
