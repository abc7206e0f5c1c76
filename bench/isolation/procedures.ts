import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '@sluice/api/node-flags'
import { sampleCalls } from '@sluice/api/testing/sample-calls'
import type { Tenant } from '@sluice/api/testing/tenant'
import { sender, type WireRequest } from '@sluice/api/testing/wire'
import { type ActorName, type Operation, operations } from '@sluice/contract'
import { type GeneratedCall, type UglyCall, ugliestCalls } from '@sluice/contract/testing'
import { addOwner } from '@sluice/core'
import { hashPassword } from 'better-auth/crypto'
import { ASK_MEMORY, type Told } from '../product/told.ts'
import type { Attack, Range } from './attack.ts'
import { giveFirstCore } from './cores.ts'
import type { Organizations } from './organizations.ts'
import { startBystanders, stopBystanders } from './watch.ts'

const CONSOLE = 'http://console.bench.example'
const PASSWORD = 'quite a good password of the bench'
/** Characters of a query's input: Node's parser takes a head of 16 KiB. */
const LONGEST_INPUT = 12_000
const ACTIONS = { GET: 'query', POST: 'mutation' } as const

export interface Console {
  readonly range: Omit<Range, 'quiet'>
  /** Each procedure of the console with its ugliest calls, by an operator who owns an organization of their own. */
  readonly rows: readonly { readonly row: string; attackOf(): Promise<Attack> }[]
  /** @param address where it comes from */
  signIn(email: string, password: string, address?: string): WireRequest
  /** A call of a person who may do everything. */
  call(procedure: string, input: object): WireRequest
  stop(): Promise<void>
}

interface Person {
  readonly tenant: Tenant
  readonly headers: Readonly<Record<string, string>>
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

  const passwordHash = await hashPassword(PASSWORD)
  let people = 0

  /** A signed-in operator who owns an organization of their own. */
  async function newPerson(): Promise<Person> {
    people += 1
    const email = `owner-${people}@bench.example`
    const tenant = await organizations.make()
    const { core } = organizations
    await addOwner(core, { organizationId: tenant.id, email, name: 'Owner', passwordHash })
    const { id: userId } = await core.db.user.findUniqueOrThrow({ where: { email } })
    await core.db.operator.create({ data: { userId, addedAt: new Date() } })
    const address = `10.${people >> 8}.${people & 255}.1`
    const { headers, status, text } = await send(signIn(email, PASSWORD, address))
    if (status >= 300) throw new Error(`The console did not sign in: ${status} ${text}`)
    const cookie = [headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
    const own = { Cookie: cookie, Origin: CONSOLE, 'X-Sluice-Organization': tenant.id }
    return { tenant, headers: own }
  }

  const somebody = await newPerson()
  const bystanders = startBystanders({
    url,
    headers: (await newPerson()).headers,
    memory: ['/healthz'],
    stores: ['/api/trpc/things.list?input=%7B%7D', '/api/trpc/sites.list?input=%7B%7D'],
  })
  const [procedures, ownInput] = await Promise.all([proceduresOf(), ownInputs()])

  function call(
    { headers: own }: Person,
    name: string,
    input: unknown,
    text?: string,
  ): WireRequest {
    if (procedures[name]?._def.type === ACTIONS.POST) {
      const headers = { ...own, 'Content-Type': 'application/json' }
      const body = text ?? JSON.stringify(input ?? {})
      return { method: 'POST', path: `/api/trpc/${name}`, headers, body }
    }
    const path = `/api/trpc/${name}?input=${shortInput(input)}`
    return { method: 'GET', path, headers: own }
  }

  /** A procedure's good input. */
  async function inputFor(name: string, { tenant }: Person): Promise<GeneratedCall> {
    if (name in operations) return sampleCalls[name as ActorName](tenant)
    const input = ownInput(name, procedures[name]?._def.inputs)
    return isPosted(name) ? { body: input } : { query: input }
  }

  const isPosted = (name: string) => procedures[name]?._def.type === ACTIONS.POST
  const isOfContract = (name: string) => name in operations
  const given = (name: string, call: GeneratedCall) =>
    isOfContract(name) ? call : (call.body ?? call.query)

  function* shots(name: string, calls: Iterable<UglyCall>, person: Person) {
    for (const ugly of calls) {
      const request = call(person, name, given(name, ugly.call), ugly.text)
      yield { what: ugly.what, request }
    }
  }

  function rowOf(name: string, inputs: readonly Schema[]): Pick<Operation, 'body' | 'query'> {
    if (isOfContract(name)) return operations[name as ActorName]
    const [input] = inputs
    return isPosted(name) ? { body: input } : { query: input as Shape | undefined }
  }

  const rows = Object.entries(procedures).map(([name, { _def }]) => ({
    row: `tRPC ${name}`,
    async attackOf(): Promise<Attack> {
      const [good, bad] = [await newPerson(), await newPerson()]
      const [goodInput, base] = [await inputFor(name, good), await inputFor(name, bad)]
      return {
        // What the console's own ask for, such as a link's secret, is not always there.
        ...(isOfContract(name) && { good: call(good, name, goodInput) }),
        shots: shots(name, ugliestCalls(rowOf(name, _def.inputs), base), bad),
      }
    },
  }))
  return {
    ...{ rows, signIn },
    call: (procedure, input) => call(somebody, procedure, input),
    range: { send, bystanders, told: () => memoryOf(child) },
    async stop() {
      send.close()
      await stopBystanders(bystanders)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** An input for a path, with shorter texts and lists if it is too long: cut in the middle, it would be no JSON. */
function shortInput(input: unknown): string {
  for (let most = LONGEST_INPUT; ; most = Math.floor(most / 2)) {
    const shorter = (_: string, value: unknown) =>
      typeof value === 'string' || Array.isArray(value) ? value.slice(0, most) : value
    const text = encodeURIComponent(JSON.stringify(input ?? {}, shorter).toWellFormed())
    if (text.length <= LONGEST_INPUT || most === 0) return text
  }
}

async function proceduresOf(): Promise<Readonly<Record<string, Procedure>>> {
  const file = '../../apps/console/src/server/trpc/router.ts'
  const { appRouter } = await import(new URL(file, import.meta.url).href)
  return appRouter._def.procedures
}

async function ownInputs(): Promise<(name: string, inputs?: readonly object[]) => object> {
  const file = '../../apps/console/src/server/testing/own-input.ts'
  return (await import(new URL(file, import.meta.url).href)).ownInput
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
