/**
 * Scripts run by nonce alone. Styles may be inline: Mantine and the charts position with style
 * attributes, which no nonce can cover. Nothing is loaded from, sent to or framed by another host, but that the
 * API reference calls the API.
 */
export function contentSecurityPolicy(nonce: string, apiOrigin = ''): string {
  // React's development build reconstructs stacks with eval, and hot reload speaks over a socket.
  const development = process.env.NODE_ENV === 'development'
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${apiOrigin}${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
