import { compress } from './compress.ts'
import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { SentRequest } from './hooks.ts'
import type { Answered, CallOptions } from './methods.ts'
import type { Turn } from './pace.ts'
import { problemOf, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { waitBefore } from './retry.ts'

/** The parts of any operation's call. */
export interface AnyCall {
  readonly params?: Record<string, unknown> | undefined
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
}

/** Reads what a successful response brings. */
export interface Reader<Data> {
  /** The media type to ask for. */
  readonly accept: string
  readonly read: (response: Response) => Promise<Data>
}

/** What an operation answers, null without content. */
export const answers: Reader<unknown> = {
  accept: 'application/json',
  read: async (response) => (response.status === 204 ? null : response.json()),
}

/** One call, as every attempt sends it. */
interface Request {
  readonly operation: OperationName
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal | undefined
}

/** Calls an operation, and repeats the call where that can help and does no harm. */
export async function send<Data>(
  connection: Connection,
  operation: OperationName,
  call: AnyCall,
  options: CallOptions,
  reader: Reader<Data>,
): Promise<Answered<Data>> {
  const { environment, patience } = connection
  const { signal } = options
  const { repeat } = routes[operation]
  const request = await requestOf(connection, operation, call, options, reader.accept)
  for (let attempt = 0; ; attempt += 1) {
    const turn = await connection.pace?.turn(routes[operation].tier, signal)
    try {
      return await attemptOnce(connection, request, attempt + 1, turn, reader)
    } catch (fault) {
      if (signal?.aborted) throw signal.reason
      const wait = waitBefore(attempt, fault, repeat, patience, environment.random)
      if (wait === undefined) throw fault
      await environment.sleep(wait, signal)
    }
  }
}

async function requestOf(
  { baseUrl, environment, compression }: Connection,
  operation: OperationName,
  call: AnyCall,
  { signal, ifMatch, idempotencyKey }: CallOptions,
  accept: string,
): Promise<Request> {
  const { method, path, bodyType, repeat } = routes[operation]
  const url = urlOf(baseUrl, path, call)
  const key = repeat === 'keyed' ? (idempotencyKey ?? environment.newKey()) : undefined
  const headers = {
    Accept: accept,
    ...(ifMatch !== undefined && { 'If-Match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  }
  if (call.body === undefined) return { operation, url, method, headers, signal }
  const whole = written(call.body)
  const { body, encoding } = compression ? await compress(whole) : { body: whole }
  return {
    ...{ operation, url, method, body, signal },
    headers: {
      ...headers,
      'Content-Type': bodyType,
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  }
}

function written(body: unknown): string | Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)
}

async function attemptOnce<Data>(
  { environment, hooks, key, timeout }: Connection,
  request: Request,
  attempt: number,
  turn: Turn | undefined,
  { read }: Reader<Data>,
): Promise<Answered<Data>> {
  const { operation, url, method, body, signal } = request
  const sent: SentRequest = {
    ...{ operation, url, method, attempt },
    headers: new Headers(request.headers),
  }
  const late = AbortSignal.timeout(timeout * 1000)
  let response: Response | undefined
  let problem: SluiceProblem | undefined
  try {
    await told(() => hooks.onRequest?.(sent))
    const headers = new Headers(sent.headers)
    headers.set('X-Api-Key', key)
    response = await environment.fetch(url, {
      ...{ method, headers, signal: signal ? AbortSignal.any([signal, late]) : late },
      // Following a redirect would hand the key to another host.
      redirect: 'error',
      ...(body !== undefined && { body }),
    })
    const arrived = response
    await told(() => hooks.onResponse?.(arrived, sent))
    if (!response.ok) {
      problem = await problemOf(response)
      throw problem
    }
    turn?.end(response)
    return { data: await read(response), response }
  } catch (fault) {
    if (fault instanceof HookError) throw fault.cause
    if (fault instanceof SluiceProblem) throw fault
    throw disconnected(url, fault, late.aborted && timeout)
  } finally {
    turn?.end(response, problem?.retryAfter)
  }
}

/** Sets what a hook throws apart from what the connection does. */
class HookError extends Error {}

async function told(hook: () => void | Promise<void>): Promise<void> {
  try {
    await hook()
  } catch (cause) {
    throw new HookError('A hook threw.', { cause })
  }
}

function disconnected(url: string, cause: unknown, late: number | false): SluiceConnectionError {
  const { origin } = new URL(url)
  const why = late === false ? 'could not be reached, or broke off' : `took longer than ${late} s`
  return new SluiceConnectionError(`${origin} ${why}.`, { cause })
}

/** The path with its parameters, and the query. Throws a TypeError where a parameter is missing. */
export function urlOf(baseUrl: string, path: string, { params = {}, query = {} }: AnyCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`params.${name} is missing.`)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`
}
