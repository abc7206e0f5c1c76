// The console's calls in a process of their own: its route handlers behind its own gates, without Next, which would have
// to be built. Its people's budgets never run out.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

type Handle = (request: Request) => Promise<Response>
type Handlers = { readonly GET: Handle; readonly POST: Handle }

const consoleUrl = process.env.CONSOLE_URL ?? ''
// Not typed from here: the console's sources are compiled by their own settings.
const load = (path: string) => import(new URL(`../../apps/console/${path}`, import.meta.url).href)
const trpc: Handlers = await load('src/app/api/trpc/[procedure]/route.ts')
const signIn: Handlers = await load('src/app/api/auth/[...path]/route.ts')
const { openCallerBudget } = await load('src/server/callers/caller-budget.ts')
const { gateBodies } = await load('body-gate.mjs')

const budget = openCallerBudget(Date.now, consoleUrl)
const endless = { takeKnown: (cookies: string | null) => budget.personOf(cookies) !== undefined }
Object.assign(globalThis, { sluiceCallerBudget: { ...budget, ...endless, takeOf: () => {} } })

const server = createServer((request, response) => {
  if (request.url === '/healthz') return void response.end('ok')
  serve(request, response).catch(() => response.destroy())
})
gateBodies(server, { whose: async () => 'somebody', known: budget.knownSessionIn })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/'
  const handlers = path.startsWith('/api/trpc/') ? trpc : signIn
  const hasBody = request.method === 'POST'
  const asked = new Request(consoleUrl + path, {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const),
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
  const answer = await (hasBody ? handlers.POST : handlers.GET)(asked)
  response.writeHead(answer.status, [...answer.headers].flat())
  response.end(Buffer.from(await answer.arrayBuffer()))
}
