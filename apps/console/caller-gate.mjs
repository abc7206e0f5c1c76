/** What a page draws of its person's budget, and what one draws that Next fetches ahead for a link, without its data. */
const UNITS = { page: 1, ahead: 0.25 }
/** Calls draw for themselves, and files of the build cost nothing. */
const NO_PAGE = /^\/(?:api\/|_next\/|healthz|icon\.svg)/

/**
 * Refuses pages to a person who has asked for too much at once, before Next renders anything: 429, and the browser asks
 * again by itself.
 *
 * @param {import('node:http').Server} server
 * @param {() => Pick<import('./src/server/caller-budget.ts').CallerBudget, 'takeKnown'> | undefined} budget what Next has bundled, once a session was looked up
 */
export function gateCallers(server, budget) {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const wait = NO_PAGE.test(request.url ?? '') ? undefined : secondsToWait(request, budget())
    if (wait !== undefined) return refuse(response, wait)
    for (const listener of listeners) listener.call(server, request, response)
  })
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {ReturnType<Parameters<typeof gateCallers>[1]>} budget
 */
function secondsToWait({ headers }, budget) {
  try {
    const isAhead = headers['next-router-prefetch'] !== undefined
    budget?.takeKnown(headers.cookie ?? null, isAhead ? UNITS.ahead : UNITS.page)
    return undefined
  } catch (error) {
    const seconds = error instanceof Error ? Reflect.get(error, 'retryAfter') : undefined
    if (typeof seconds !== 'number') throw error
    return seconds
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} seconds
 */
function refuse(response, seconds) {
  const text = `You have asked for too much at once. This page comes again in ${seconds} s.\n`
  const wait = String(seconds)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(429, { ...headers, 'retry-after': wait, refresh: wait }).end(text)
}
