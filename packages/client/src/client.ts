import { answers } from './answer.ts'
import type { Client } from './client-type.ts'
import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { Environment } from './environment.ts'
import type { CallOptions } from './methods.ts'
import { type ClientOptions, optionsOf } from './options.ts'
import { createPace } from './pace.ts'
import { eachItem, eachPage } from './pages.ts'
import type { AnyCall } from './request.ts'
import { sleep } from './retry.ts'
import { send } from './send.ts'
import { nextCursorOf, tableMethod, tables } from './tables.ts'

/**
 * Creates a client for one key. It sends nothing yet. Throws a TypeError for options that
 * cannot work, such as an invalid URL or key.
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
  const { pacing, ...connection } = optionsOf(options)
  const environment = {
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    sleep,
    now: () => performance.now(),
    random: Math.random,
    newKey,
    ...given,
  }
  const { longestWait } = connection.patience
  const pace = pacing ? createPace(environment, longestWait) : undefined
  return { ...connection, environment, pace }
}

/** A random key. Pages that are not from https or localhost have no `crypto.randomUUID`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
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

/** With `fields` that leave out the cursor, iteration would stop at the first page. */
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
