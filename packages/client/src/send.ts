import type { Connection } from './connection.ts'
import type { CallOptions } from './methods.ts'
import { problemOf, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { waitBefore } from './retry.ts'
import type { Route } from './route.ts'

/** The parts of any operation's call. */
export interface AnyCall {
  readonly params?: Record<string, unknown> | undefined
  readonly query?: Record<string, unknown> | undefined
  readonly body?: unknown
}

/** Calls an operation, and repeats the call where that can help and does no harm. */
export async function send(
  connection: Connection,
  route: Route,
  call: AnyCall,
  options: CallOptions,
  accept = 'application/json',
): Promise<unknown> {
  const { environment, patience } = connection
  const { signal, ifMatch, idempotencyKey } = options
  const url = urlOf(connection.baseUrl, route.path, call)
  // If the lost call was done, the etag has changed, and the repeat would be refused as if somebody else
  // had.
  const repeat = ifMatch === undefined ? route.repeat : 'unsafe'
  const key = route.repeat === 'keyed' ? (idempotencyKey ?? environment.newKey()) : undefined
  const request = {
    method: route.method,
    // Following a redirect would hand the key to another host.
    redirect: 'error' as const,
    headers: {
      'X-Api-Key': connection.key,
      Accept: accept,
      ...(call.body !== undefined && { 'Content-Type': route.bodyType }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch === '*' ? '*' : `"${ifMatch}"` }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(call.body !== undefined && { body: written(call.body) }),
  }
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(connection, url, request, signal)
    } catch (fault) {
      if (signal?.aborted) throw signal.reason
      const wait = waitBefore(attempt, fault, repeat, patience, environment.random)
      if (wait === undefined) throw fault
      await environment.sleep(wait, signal)
    }
  }
}

function written(body: unknown): string | Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)
}

async function attemptOnce(
  { environment, timeout }: Connection,
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const late = AbortSignal.timeout(timeout * 1000)
  const ending = signal ? AbortSignal.any([signal, late]) : late
  try {
    const response = await environment.fetch(url, { ...request, signal: ending })
    if (!response.ok) throw await problemOf(response)
    return await answerOf(response)
  } catch (fault) {
    throw fault instanceof SluiceProblem ? fault : disconnected(url, fault, late.aborted && timeout)
  }
}

function answerOf(response: Response): unknown {
  if (response.status === 204) return null
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson ? response.json() : response.text()
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
