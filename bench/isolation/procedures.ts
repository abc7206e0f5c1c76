import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '@sluice/api/node-flags'
import { sampleCalls } from '@sluice/api/testing/sample-calls'
import { sender, type WireRequest } from '@sluice/api/testing/wire'
import { type ActorName, type Operation, operations } from '@sluice/contract'
import { type UglyCall, ugliestCalls } from '@sluice/contract/testing'
import { addOwner } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { ASK_MEMORY, type Told } from '../product/told.ts'
import type { Range, Shot } from './attack.ts'
import { giveFirstCore } from './cores.ts'
import type { Organizations } from './organizations.ts'
import { startBystanders, stopBystanders } from './watch.ts'

const CONSOLE = 'http://console.bench.example'
const PASSWORD = 'quite a good password of the bench'
/** What Node's parser takes of a head. */
const LONGEST_PATH = 12_000
const ACTIONS = { GET: 'query', POST: 'mutation' } as const

export interface Console {
  readonly range: Omit<Range, 'quiet'>
  /** Each procedure of the console with its ugliest calls, by somebody who owns an organization of their own. */
  readonly rows: readonly { readonly row: string; shots(): Promise<Iterable<Shot>> }[]
  /** @param address where it comes from */
  signIn(email: string, password: string, address?: string): WireRequest
  /** A call of a person who may do everything. */
  call(procedure: string, input: object): WireRequest
  stop(): Promise<void>
}

type Schema = NonNullable<Operation['body']>
type Shape = NonNullable<Operation['query']>

interface Procedure {
  readonly _def: { readonly type: 'query' | 'mutation'; readonly inputs: readonly Schema[] }
}

interface Urls {
  readonly databaseUrl: string
  readonly clickhouseUrl: string
  readonly apiUrl: string
}

export async function startConsole(organizations: Organizations, urls: Urls): Promise<Console> {
  const { child, url } = await startProcess(organizations.pepper, urls)
  const send = sender(url, 40)
  const signIn = (who: string, password: string, address = '10.0.0.1'): WireRequest => ({
    ...{ method: 'POST', path: '/api/auth/sign-in/email' },
    headers: { 'Content-Type': 'application/json', Origin: CONSOLE, 'X-Forwarded-For': address },
    body: JSON.stringify({ email: who, password }),
  })

  /** Headers of a signed-in person who owns an organization of their own. */
  async function headersOf(email: string) {
    const { id: organizationId } = await organizations.make()
    const passwordHash = await hashPassword(PASSWORD)
    await addOwner(organizations.core, { organizationId, email, name: 'Owner', passwordHash })
    const { headers, status, text } = await send(signIn(email, PASSWORD))
    if (status >= 300) throw new Error(`The console did not sign in: ${status} ${text}`)
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    return { Cookie: cookie, Origin: CONSOLE, 'X-Sluice-Organization': organizationId }
  }

  const own = await headersOf('owner@bench.example')
  const bystanders = startBystanders({
    url,
    headers: await headersOf('bystander@bench.example'),
    memory: ['/healthz'],
    stores: ['/api/trpc/things.list?input=%7B%7D', '/api/trpc/sites.list?input=%7B%7D'],
  })
  const procedures = await proceduresOf()

  function call(name: string, input: unknown, body?: string): WireRequest {
    const type = procedures[name]?._def.type ?? 'query'
    const written = body ?? JSON.stringify(input ?? {})
    const headers = { ...own, 'Content-Type': 'application/json' }
    if (type === ACTIONS.POST)
      return { method: 'POST', path: `/api/trpc/${name}`, headers, body: written }
    const path = `/api/trpc/${name}?input=${encodeURIComponent(written.toWellFormed())}`
    return { method: 'GET', path: path.slice(0, LONGEST_PATH), headers: own }
  }

  function* shots(name: string, calls: Iterable<UglyCall>, inputOf: (ugly: UglyCall) => unknown) {
    for (const ugly of calls) {
      yield { what: ugly.what, request: call(name, inputOf(ugly), ugly.text) }
    }
  }

  const rows = Object.entries(procedures).map(([name, procedure]) => ({
    row: `tRPC ${name}`,
    async shots(): Promise<Iterable<Shot>> {
      if (name in operations) {
        const row: Operation = operations[name as ActorName]
        const base = await sampleCalls[name as ActorName](await organizations.make())
        return shots(name, ugliestCalls(row, base), ({ call }) => call)
      }
      const [body] = procedure._def.inputs
      if (!body) return []
      const isPosted = procedure._def.type === ACTIONS.POST
      const calls = ugliestCalls(isPosted ? { body } : { query: body as Shape }, {})
      return shots(name, calls, ({ call }) => call.body ?? call.query)
    },
  }))
  return {
    ...{ rows, signIn, call },
    range: { send, bystanders, told: () => memoryOf(child) },
    async stop() {
      send.close()
      await stopBystanders(bystanders)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function proceduresOf(): Promise<Readonly<Record<string, Procedure>>> {
  const file = '../../apps/console/src/server/trpc/router.ts'
  const { appRouter } = await import(new URL(file, import.meta.url).href)
  return appRouter._def.procedures
}

async function startProcess(pepper: string, { databaseUrl, clickhouseUrl, apiUrl }: Urls) {
  const reporter = fileURLToPath(new URL('../product/report-memory.ts', import.meta.url))
  const child = fork(fileURLToPath(new URL('./console.ts', import.meta.url)), {
    execArgv: [...nodeFlags, '--import', reporter],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl, API_URL: apiUrl },
      ...{ KEY_PEPPERS: `1:${pepper}`, CONSOLE_URL: CONSOLE },
      AUTH_SECRET: randomBytes(32).toString('hex'),
    },
  })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The console's process ended with ${code} before it served.`)),
  )
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  ended.catch(() => {})
  giveFirstCore(child.pid)
  return { child, url }
}

async function memoryOf(child: ReturnType<typeof fork>): Promise<Told> {
  child.send(ASK_MEMORY)
  const [told] = await once(child, 'message')
  return told as Told
}
