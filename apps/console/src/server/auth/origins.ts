const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname)
}

/** Origins of this console: its own, and on loopback every name of the loopback. */
export function trustedOrigins(consoleUrl: string): string[] {
  const url = new URL(consoleUrl)
  if (!isLoopback(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return [...LOOPBACK].map((host) => `${url.protocol}//${host}${port}`)
}

/**
 * Whether a request comes from a page of this console. Browsers say so in Sec-Fetch-Site; without it, Origin must be
 * ours. A request with neither is rejected.
 */
export function isSameOrigin(headers: Headers, consoleUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && trustedOrigins(consoleUrl).includes(origin)
}
