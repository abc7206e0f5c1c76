import { type Connected, dataOf, isRedirect, type Reader, redirected } from './answer.ts'
import type { Connection } from './connection.ts'
import { type OperationName, routes } from './contract.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { SentRequest } from './hooks.ts'
import type { Answered, CallOptions } from './methods.ts'
import type { Turn } from './pace.ts'
import { problemOf, SluiceConnectionError, SluiceProblem } from './problem.ts'
import { type AnyCall, type Request, requestOf } from './request.ts'
import { waitBefore } from './retry.ts'

/** Calls an operation, and repeats the call if that may help and does no harm. */
export async function send<Data>(
  connection: Connection,
  operation: OperationName,
  call: AnyCall,
  options: CallOptions,
  reader: Reader<Data>,
): Promise<Answered<Data>> {
  const { environment, patience } = connection
  const { signal } = options
  const { repeat, tier, hasReserve } = routes[operation]
  const request = await requestOf(connection, operation, call, options, reader.accept)
  // Revoking a key must not queue behind ordinary calls while the service would serve it from its reserve.
  let isPaced = !hasReserve
  for (let attempt = 0; ; attempt += 1) {
    const turn = isPaced ? await connection.pace?.turn(tier, signal) : undefined
    try {
      return await attemptOnce(connection, request, attempt + 1, turn, reader)
    } catch (fault) {
      if (signal?.aborted) throw signal.reason
      if (fault instanceof HookError) throw fault.cause
      const wait = waitBefore(attempt, fault, repeat, patience, environment.random)
      if (wait === undefined) throw fault
      isPaced ||= fault instanceof SluiceProblem && fault.status === 429
      await environment.sleep(wait, signal)
    }
  }
}

async function attemptOnce<Data>(
  { environment, hooks, key, timeout }: Connection,
  request: Request,
  attempt: number,
  turn: Turn | undefined,
  reader: Reader<Data>,
): Promise<Answered<Data>> {
  const { operation, url, method, body } = request
  let deadline: Deadline | undefined
  let response: Response | undefined
  let problem: SluiceProblem | undefined
  // Nothing may throw between a turn and its end: a turn that never ends would take a unit of the pace forever.
  try {
    deadline = startDeadline(timeout, request.signal)
    const { signal, hasPassed } = deadline
    const connected = connectionTo(url, timeout, hasPassed)
    const headers = new Headers(request.headers)
    const sent: SentRequest = { operation, url, method, attempt, headers }
    await told(() => hooks.onRequest?.(sent))
    const withKey = new Headers(headers)
    withKey.set('X-Api-Key', key)
    response = await connected(() =>
      environment.fetch(url, {
        ...{ method, headers: withKey, signal },
        // Following a redirect would send the key to another host; Cloudflare Workers do not support 'error'.
        redirect: 'manual',
        ...(body !== undefined && { body }),
      }),
    )
    const arrived = response
    await told(() => hooks.onResponse?.(arrived, sent))
    if (isRedirect(response)) throw await redirected(url, response)
    if (!response.ok) {
      problem = await problemOf(response)
      throw problem
    }
    turn?.end(response)
    return { data: await dataOf(url, response, reader, connected), response }
  } finally {
    turn?.end(response, problem?.retryAfter)
    deadline?.release()
  }
}

/** Distinguishes errors thrown by a hook from those of the connection. */
class HookError extends Error {}

async function told(hook: () => void | Promise<void>): Promise<void> {
  try {
    await hook()
  } catch (cause) {
    throw new HookError('A hook threw.', { cause })
  }
}

/** Wraps I/O that can only fail because of the connection. */
function connectionTo(url: string, timeout: number, isLate: () => boolean): Connected {
  return async (work) => {
    try {
      return await work()
    } catch (cause) {
      const why = isLate() ? `took longer than ${timeout} s` : 'could not be reached, or broke off'
      throw new SluiceConnectionError(`${new URL(url).origin} ${why}.`, { cause })
    }
  }
}
