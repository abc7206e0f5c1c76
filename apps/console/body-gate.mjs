import { clientNetwork } from '@sluice/core/client-address'
import { byteShares } from '@sluice/runtime/byte-shares'

/** Largest body without a session, in bytes. Sign-in and other open calls are small. */
const ANYBODY = 16 * 1024

/** Largest body with a session, in bytes: that of `things.batch`, plus what tRPC wraps around it. */
const SIGNED_IN = 2 * 1024 * 1024 + 64 * 1024

/** Matches calls of API operations only. The console's own procedures take just a few short texts. */
const OF_API =
  /^\/api\/trpc\/(?![^?]*\b(?:account|company|join|members|operator|reset|savedViews|search)\.)[\w.,]+(?:\?|$)/

const MEBIBYTE = 1024 * 1024

/**
 * Bytes of bodies whose requests are not answered yet: long ones, by person; other ones of known sessions, by session, so
 * that no session can keep its person from ending it; and all others, by network. One sender gets half of what is free.
 */
const UNDER_WAY = { long: 64 * MEBIBYTE, ofSessions: 16 * MEBIBYTE, ofOthers: 16 * MEBIBYTE }

/** Time from a request's head to its last byte, in milliseconds. */
const BODY_WITHIN_MS = 60_000

/**
 * Checks the size of each body before anything reads it. Next buffers a body as it arrives, whether the route reads it
 * or not, so a body that is too large must not reach Next: 413. One of unknown length gets 411. One beyond its sender's
 * share of all bodies gets 503. A body counts from its head to its answer, because it is in memory for that long.
 *
 * @param {import('node:http').Server} server
 * @param {Sessions} sessions
 * @param {typeof UNDER_WAY} [underWay]
 */
export function gateBodies(server, sessions, underWay = UNDER_WAY) {
  server.requestTimeout = BODY_WITHIN_MS
  const long = byteShares(underWay.long)
  const ofSessions = byteShares(underWay.ofSessions)
  const ofOthers = byteShares(underWay.ofOthers)
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const pass = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const length = bodyLength(request)
    if (length === undefined) return refuse(response, 411, 'The body needs a Content-Length.')
    if (length === 0) return pass()
    /** @param {import('@sluice/runtime/byte-shares').Hold} hold */
    const passHeld = (hold) => {
      if (response.destroyed) return
      if (!hold.add(length)) return refuse(response, 503, TOO_MUCH)
      response.once('close', () => hold.release())
      pass()
    }
    const cookies = request.headers.cookie ?? ''
    if (length <= ANYBODY) {
      const session = sessions.known(cookies)
      return passHeld(session === undefined ? ofOthers(networkOf(request)) : ofSessions(session))
    }
    const tooLarge = () => refuseTooLarge(request, response, length)
    if (length > SIGNED_IN || !OF_API.test(request.url ?? '')) return tooLarge()
    sessions.whose(cookies).then(
      (person) => (person === undefined ? tooLarge() : passHeld(long(person))),
      () => refuse(response, 503, 'The session could not be looked up. Try again in a moment.'),
    )
  })
}

/**
 * @typedef {object} Sessions
 * @property {(cookies: string) => Promise<string | undefined>} whose looks up the session's person in the database
 * @property {(cookies: string) => string | undefined} known the session itself, if a recent lookup found it
 */

/**
 * The sender's network, whose address main.mjs determined.
 * @param {import('node:http').IncomingMessage} request
 */
function networkOf({ headers, socket }) {
  return clientNetwork(headers['x-forwarded-for']?.toString() ?? socket.remoteAddress ?? '')
}

const TOO_MUCH = 'Too much request data is in progress at once. Try again in a moment.'

/**
 * The length that the head announces, which Node's parser enforces. Undefined for a chunked body.
 * @param {import('node:http').IncomingMessage} request
 */
function bodyLength({ headers }) {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/**
 * Reads the body and discards it first, unless it is huge: a connection that is closed while its client still sends is
 * reset, and the client may lose the response.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {number} length
 */
function refuseTooLarge(request, response, length) {
  const respond = () => refuse(response, 413, 'The body is too large.')
  if (length > SIGNED_IN) respond()
  else request.once('end', respond).resume()
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
  const headers = {
    ...{ 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' },
    ...(status === 503 && { 'retry-after': '1' }),
  }
  response.writeHead(status, headers).end(body)
}
