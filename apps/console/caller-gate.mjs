/** What a page draws of its person's budget, and what one draws that Next fetches ahead for a link, without its data. */
const UNITS = { page: 1, ahead: 0.25 }
/** Calls draw for themselves, and files of the build cost nothing. What is none of these exactly is a page. */
const NO_PAGE =
  /^\/(?:api\/auth\/[^?]|api\/trpc\/[^/?]+\/?(?:\?|$)|_next\/static\/|healthz(?:\?|$)|icon\.svg(?:\?|$))/
/** Shows where a person is signed in. */
const ACCOUNT = /^\/(?:o\/[^/?]+|operator)\/account(?:\?|$)/

/**
 * Whose session the cookies are of, by the database.
 * @typedef {(cookies: string) => Promise<string | undefined>} Whose
 */
/** @typedef {Pick<import('./src/server/caller-budget.ts').CallerBudget, 'takeKnown' | 'takeOf'>} Budget */

/**
 * Refuses pages to a person who has asked for too much at once, before Next renders anything: 429, and the browser asks
 * again by itself.
 *
 * @param {import('node:http').Server} server
 * @param {() => Budget | undefined} budget what Next has bundled, once it is ready to serve
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
  // Where the database is away, the page's own lookup says so.
  const userId = await whose(cookies).catch(() => undefined)
  if (userId !== undefined) budget.takeOf(cookies, userId, drawn)
}

/**
 * As Next tells it: any other request is rendered whole.
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
