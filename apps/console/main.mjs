// Runs the built console on HOSTNAME and PORT.
import { subscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { gateBodies } from './body-gate.mjs'
import { gateCallers } from './caller-gate.mjs'
import { clientAddress, startWarning, trustedProxies, warnOfProxies } from './client-address.mjs'
import { logByLines } from './log-lines.mjs'
import { securityHeaders } from './security-headers.mjs'
import { stopInOrder } from './stop-in-order.mjs'
import { traceProcess } from './trace-process.mjs'
import { endUnread } from './unread-answers.mjs'
import { wellFormed } from './well-formed-path.mjs'

const server = new URL('.next/standalone/apps/console/server.js', import.meta.url)

if (!existsSync(server)) {
  console.error('The console is not built: run `npm run build -w @sluice/console` first.')
  process.exit(1)
}

process.env.NEXT_TELEMETRY_DISABLED = '1'
process.env.HOSTNAME ??= '127.0.0.1'
process.env.PORT ??= '3000'

logByLines()

// A supervisor that was killed closes the channel. Nothing else would stop this process.
if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

// Next passes on the client's own X-Forwarded-For, which the rate limit of sign-in relies on.
/** @typedef {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, server: import('node:http').Server }} Message */
const gated = new WeakSet()
const { TRUSTED_PROXIES = '', CONSOLE_URL = '' } = process.env
const isTrusted = trustedProxies(TRUSTED_PROXIES)
const noteUntrusted = warnOfProxies(console.warn)
const warning = startWarning(CONSOLE_URL, TRUSTED_PROXIES)
if (warning) console.warn(warning)
subscribe('http.server.request.start', (message) => {
  const { request, response, server } = /** @type {Message} */ (message)
  if (!gated.has(server)) {
    gated.add(server)
    const budget = () => Reflect.get(globalThis, 'sluiceCallerBudget')
    gateBodies(server, { whose, known: (cookies) => budget()?.knownSessionIn(cookies) })
    gateCallers(server, budget, whose)
  }
  endUnread(response)
  request.url = wellFormed(request.url ?? '')
  const peer = request.socket.remoteAddress ?? ''
  const headers = securityHeaders({
    consoleUrl: CONSOLE_URL,
    forwardedProtocol: request.headers['x-forwarded-proto']?.toString(),
    isTrusted: isTrusted(peer),
  })
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const forwarded = request.headers['x-forwarded-for']?.toString()
  if (forwarded !== undefined && !isTrusted(peer)) noteUntrusted(peer)
  request.headers['x-forwarded-for'] = clientAddress(peer, forwarded, isTrusted)
})

/**
 * Looks up a session by the function of Next's bundle (`src/server/session/session.ts`), set at start (`src/instrumentation.ts`).
 * @param {string} cookie
 * @returns {Promise<string | undefined>} the id of the session's user
 */
async function whose(cookie) {
  return Reflect.get(globalThis, 'sluiceWhoseSession')(new Headers({ cookie }))
}

const tracer = await traceProcess(process.env)

// Opened by Next's bundle: `src/server/in-background.ts` and `src/server/mail/mailer.ts`.
stopInOrder(process.env, [
  { name: 'background work', take: () => Reflect.get(globalThis, 'sluiceBackground')?.done() },
  { name: 'mail', take: async () => Reflect.get(globalThis, 'sluiceMail')?.mailer.close() },
  { name: 'traces', take: async () => tracer?.close() },
])

await import(server.href)
