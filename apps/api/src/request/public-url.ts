import type { IncomingMessage } from 'node:http'

/**
 * The URL of a request as callers know it. Only the path of the API's own URL may come before that of the request, and
 * the host of a target in absolute form (RFC 9112, 3.2.2) is anything that the caller says.
 */
export function publicUrlOf({ url = '/' }: Pick<IncomingMessage, 'url'>, apiUrl: string): URL {
  return new URL(apiUrl + withoutHost(url))
}

/** What follows the host in a URL that may have one. */
export function withoutHost(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '')
}
