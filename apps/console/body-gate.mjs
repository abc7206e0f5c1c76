/** Largest body without a session, in bytes. Sign-in and other open calls are small. */
const ANYBODY = 16 * 1024

/** Largest body with a session, in bytes: that of `things.batch`, plus what tRPC wraps around it. */
const SIGNED_IN = 2 * 1024 * 1024 + 64 * 1024

/** Matches calls of API operations only. The console's own procedures take just a few short texts. */
const OF_API =
  /^\/api\/trpc\/(?![^?]*\b(?:account|company|join|members|operator|reset|savedViews|search)\.)[\w.,]+(?:\?|$)/

/** Time from a request's head to its last byte, in milliseconds. */
const BODY_WITHIN_MS = 60_000

/**
 * Checks the size of each body before anything reads it. Next buffers a body as it arrives, whether the route reads it
 * or not, so a body that is too large must not reach Next: 413. One of unknown length gets 411.
 *
 * @param {import('node:http').Server} server
 * @param {(cookie: string) => Promise<boolean>} isSignedIn
 */
export function gateBodies(server, isSignedIn) {
  server.requestTimeout = BODY_WITHIN_MS
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const pass = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const length = bodyLength(request)
    if (length === undefined) return refuse(response, 411, 'The body needs a Content-Length.')
    if (length <= ANYBODY) return pass()
    if (length > SIGNED_IN || !OF_API.test(request.url ?? '')) return tooLarge(response)
    isSignedIn(request.headers.cookie ?? '').then(
      (isIn) => (isIn ? pass() : tooLarge(response)),
      () => refuse(response, 503, 'The session could not be looked up. Try again in a moment.'),
    )
  })
}

/**
 * The length that the head announces, which Node's parser enforces. Undefined for a chunked body.
 * @param {import('node:http').IncomingMessage} request
 */
function bodyLength({ headers }) {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** @param {import('node:http').ServerResponse} response */
function tooLarge(response) {
  refuse(response, 413, 'The body is too large.')
}

/**
 * Closes the connection instead of reading the rest of the body.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} message
 */
function refuse(response, status, message) {
  const body = JSON.stringify({ error: { message, code: -32600, data: { httpStatus: status } } })
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, connection: 'close' }).end(body)
}
