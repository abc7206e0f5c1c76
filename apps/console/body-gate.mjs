/** Bytes that anybody may send: sign-in and its like, and calls of strangers, are small. */
const ANYBODY = 16 * 1024

/** Bytes of a signed-in person's calls: the largest body of the contract (`things.batch`), and what tRPC puts around it. */
const SIGNED_IN = 2 * 1024 * 1024 + 64 * 1024

/** Calls of operations of the API, and no others: those of the console alone take only a few short texts. */
const OF_API =
  /^\/api\/trpc\/(?![^?]*\b(?:account|company|join|members|operator|reset|savedViews|search)\.)[\w.,]+(?:\?|$)/

/** From the head of a request to its last byte, in milliseconds. */
const BODY_WITHIN_MS = 60_000

/**
 * Looks at each request's body before anything reads it. Next takes a body into memory as fast as it comes, whatever
 * the route reads of it, so what is too large must not reach Next: 413. A body of unknown length is refused as well: 411.
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
 * Bytes that the head announces; Node's parser lets no more in. Undefined where it announces none.
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
 * The rest of the body is not worth reading, so the connection ends with the answer.
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
