/**
 * Scripts run only with the nonce. Inline styles are allowed, because Mantine and the charts position with style
 * attributes, which no nonce can cover. No other host is contacted, except the API by the API reference.
 */
export function contentSecurityPolicy(nonce: string, apiOrigin = ''): string {
  // React's development build reconstructs stacks with eval, and hot reload uses a WebSocket.
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
