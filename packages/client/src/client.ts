import type { Client } from './client-type.ts'
import type { Connection, Environment } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { CallOptions } from './methods.ts'
import { eachItem, eachPage } from './pages.ts'
import { sleep } from './retry.ts'
import { type AnyCall, send } from './send.ts'

/** Where the client connects, with which key, and how patiently. */
export interface ClientOptions {
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

function connect(options: ClientOptions, environment: Partial<Environment>): Connection {
  const { baseUrl, key, retries = 4, longestWait = 30, timeout = 60 } = options
  if (!URL.canParse(baseUrl))
    throw new TypeError('baseUrl is no URL, such as https://api.example.com.')
  if (key === '') throw new TypeError('key is empty: it is the string of an API key, svc...')
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ...{ key, timeout, patience: { retries, longestWait } },
    environment: {
      fetch: (...request) => fetch(...request),
      sleep,
      random: Math.random,
      newKey: () => crypto.randomUUID(),
      ...environment,
    },
  }
}

function methodOf(connection: Connection, name: OperationName) {
  const route = routes[name]
  const method = (call: AnyCall = {}, options: CallOptions = {}) =>
    send(connection, route, call, options)
  if (route.csv) {
    const csv = (call: AnyCall = {}, options: CallOptions = {}) =>
      send(connection, route, call, options, 'text/csv')
    Object.assign(method, { csv })
  }
  if (!route.paged) return method
  return Object.assign(method, {
    all: (call?: AnyCall, options?: CallOptions) => eachItem(method, call, options),
    pages: (call?: AnyCall, options?: CallOptions) => eachPage(method, call, options),
  })
}
