import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import type { SentRequest } from './hooks.ts'
import type { Answered, CallOptions } from './methods.ts'
import type { Turn } from './pace.ts'
import { problemOf, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { type AnyCall, type Request, requestOf } from './request.ts'
import { waitBefore } from './retry.ts'

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

async function attemptOnce<Data>(
  { environment, hooks, key, timeout }: Connection,
  request: Request,
  attempt: number,
  turn: Turn | undefined,
  { read }: Reader<Data>,
): Promise<Answered<Data>> {
  const { operation, url, method, body, signal } = request
  let late: AbortSignal | undefined
  let response: Response | undefined
  let problem: SluiceProblem | undefined
  // Nothing may throw between a turn and its end: a turn that does not end takes a unit of the pace for ever.
  try {
    late = AbortSignal.timeout(Math.ceil(timeout * 1000))
    const headers = new Headers(request.headers)
    const sent: SentRequest = { operation, url, method, attempt, headers }
    await told(() => hooks.onRequest?.(sent))
    const withKey = new Headers(headers)
    withKey.set('X-Api-Key', key)
    response = await environment.fetch(url, {
      ...{ method, headers: withKey, signal: signal ? AbortSignal.any([signal, late]) : late },
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
    throw disconnected(url, fault, late?.aborted === true && timeout)
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
