/** Cost of a page in the user's budget, and of a page that Next prefetches for a link, without its data. */
const UNITS = { page: 1, ahead: 0.25 }
/** Calls are charged elsewhere, and built files are free. Everything else counts as a page. */
const NO_PAGE =
  /^\/(?:api\/auth\/[^?]|api\/trpc\/[^/?]+\/?(?:\?|$)|_next\/static\/|healthz(?:\?|$)|icon\.svg(?:\?|$))/
/** Marks a session cookie. */
const ACCOUNT = /^\/(?:o\/[^/?]+|operator)\/account(?:\?|$)/

/**
 * Looks up the user of a session in the database.
 * @typedef {(cookies: string) => Promise<string | undefined>} Whose
 */
/** @typedef {Pick<import('./src/server/callers/caller-budget.ts').CallerBudget, 'takeKnown' | 'takeOf'>} Budget */

/**
 * Rejects pages of a user over the budget with 429, before Next renders anything. The browser retries by itself.
 *
 * @param {import('node:http').Server} server
 * @param {() => Budget | undefined} budget the one in Next's bundle, once it is loaded
 * @param {Whose} whose
 */
export function gateCallers(server, budget, whose) {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const pass = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const opened = NO_PAGE.test(request.url ?? '') ? undefined : budget()
    if (!opened) return pass()
    draw(request, opened, whose).then(
      () => (response.destroyed ? undefined : pass()),
      (error) => refuse(response, error),
    )
  })
}

/**
 * Throws `rate-limited`.
 * @param {import('node:http').IncomingMessage} request
 * @param {Budget} budget
 * @param {Whose} whose
 */
async function draw({ url = '', headers }, budget, whose) {
  const cookies = headers.cookie ?? ''
  const drawn = {
    units: isAhead(headers) ? UNITS.ahead : UNITS.page,
    ofSession: ACCOUNT.test(url),
  }
  if (budget.takeKnown(cookies, drawn)) return
  // If the database is down, the page's own lookup reports it.
  const userId = await whose(cookies).catch(() => undefined)
  if (userId !== undefined) budget.takeOf(cookies, userId, drawn)
}

/**
 * Recognizes a prefetch as Next does; any other request is rendered in full.
 * @param {import('node:http').IncomingHttpHeaders} headers
 */
function isAhead(headers) {
  return headers.rsc === '1' && headers['next-router-prefetch'] === '1'
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {unknown} error
 */
function refuse(response, error) {
  const seconds = error instanceof Error ? Reflect.get(error, 'retryAfter') : undefined
  if (typeof seconds !== 'number') throw error
  const text = `You have asked for too much at once. This page comes again in ${seconds} s.\n`
  const wait = String(seconds)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(429, { ...headers, 'retry-after': wait, refresh: wait }).end(text)
}
