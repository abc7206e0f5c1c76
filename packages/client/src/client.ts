import type { Client } from './client-type.ts'
import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { Environment } from './environment.ts'
import type { Hooks } from './hooks.ts'
import type { CallOptions } from './methods.ts'
import { createPace } from './pace.ts'
import { eachItem, eachPage } from './pages.ts'
import { sleep } from './retry.ts'
import { type AnyCall, answers, send } from './send.ts'
import { nextCursorOf, tableMethod, tables } from './tables.ts'

/** Where the client connects, with which key, and how patiently. */
export interface ClientOptions extends Hooks {
  /** Where the service is, for example `https://api.example.com`; without `/v2`. */
  readonly baseUrl: string
  /** The API key's string. */
  readonly key: string
  /** How often a call that may still succeed is repeated. Default: 4. */
  readonly retries?: number
  /**
   * Longest wait before a repeat, in seconds. A longer Retry-After is thrown instead of waited for.
   * Default: 30.
   */
  readonly longestWait?: number
  /** Seconds for one attempt. Default: 60. */
  readonly timeout?: number
  /** Holds calls back while the rate limit has no unit for them, as far as earlier answers tell. Default: true. */
  readonly pacing?: boolean
  /** Compresses bodies of 1 kB and more: with zstd where the runtime has it, else with gzip. Default: true. */
  readonly compression?: boolean
}

/**
 * Creates a client for one key. It sends nothing yet. Throws a TypeError for options that
 * cannot work, such as an invalid URL.
 */
export function createClient(
  options: ClientOptions,
  environment: Partial<Environment> = {},
): Client {
  const connection = connect(options, environment)
  const groups: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(routes) as OperationName[]) {
    const [group = '', verb = ''] = name.split('.')
    groups[group] = { ...groups[group], [verb]: methodOf(connection, name) }
  }
  return groups as unknown as Client
}

function connect(options: ClientOptions, given: Partial<Environment>): Connection {
  const { baseUrl, key, retries = 4, longestWait = 30, timeout = 60 } = options
  const { onRequest, onResponse, pacing = true, compression = true } = options
  if (!URL.canParse(baseUrl))
    throw new TypeError('baseUrl is no URL, such as https://api.example.com.')
  if (key === '') throw new TypeError('key is empty: it is the string of an API key, svc...')
  const environment = {
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    sleep,
    now: () => performance.now(),
    random: Math.random,
    newKey: () => crypto.randomUUID(),
    ...given,
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ...{ key, timeout, patience: { retries, longestWait } },
    ...{ hooks: { onRequest, onResponse }, compression, environment },
    pace: pacing ? createPace(environment, longestWait) : undefined,
  }
}

function methodOf(connection: Connection, name: OperationName) {
  const { paged, tables: forms } = routes[name]
  const withResponse = (call: AnyCall = {}, options: CallOptions = {}) =>
    send(connection, name, call, options, answers)
  const method = async (call?: AnyCall, options?: CallOptions) =>
    (await withResponse(call, options)).data
  const pages = (call?: AnyCall, options?: CallOptions) =>
    eachPage(pageOf(method), paged === 'answer' ? withCursor(call) : call, options)
  return Object.assign(method, {
    withResponse,
    ...(paged && { pages }),
    ...(paged === 'items' && {
      all: (call?: AnyCall, options?: CallOptions) => eachItem(pages(call, options) as never),
    }),
    ...Object.fromEntries(forms.map((form) => [form, tableOf(connection, name, form)])),
  })
}

function pageOf(method: (call: AnyCall, options: CallOptions) => Promise<unknown>) {
  return async (call: AnyCall, options: CallOptions) => {
    const data = await method(call, options)
    const { nextCursor } = data as { readonly nextCursor?: string | null }
    return { data, nextCursor: nextCursor ?? null }
  }
}

/** Fields that leave the cursor out would end at the first page. */
function withCursor(call: AnyCall = {}): AnyCall {
  const { fields } = call.query ?? {}
  if (fields === undefined) return call
  return { ...call, query: { ...call.query, fields: `${fields},nextCursor` } }
}

function tableOf(connection: Connection, name: OperationName, form: keyof typeof tables) {
  const method = <Content>(kind: Parameters<typeof tableMethod<Content>>[1]) =>
    tableMethod(async (call, options) => {
      const { data, response } = await send(connection, name, call, options, kind)
      return { data, nextCursor: nextCursorOf(response) }
    }, kind)
  return form === 'csv' ? method(tables.csv) : method(tables.arrow)
}
