/** Two years (RFC 6797). */
const TRANSPORT_SECURITY = 'max-age=63072000'

/**
 * What every answer of the console says of how to take it, whoever gives it: Next, or what stands before it. HSTS is
 * sent where the public URL is https, and to a request that came by https through a trusted proxy.
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
