import { fairQueue, inSlices, joinBytes, Problem, paceRefusals } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { strangersAt } from '../attempts/strangers-at.ts'
import { whoseSession } from '../session/session.ts'
import { callerBudget } from './caller-budget.ts'
import { companyLane } from './company-lane.ts'
import { isOfSession } from './of-session.ts'
import { personRequest } from './person-request.ts'

type Serve = (request: Request) => Promise<Response>

/**
 * Concurrent requests in this process, per user or per address of anonymous callers. A page needs one or two. Work that
 * becomes ready together runs in one turn of the event loop, so forty calls of one caller would delay everybody.
 */
const bounds = { slots: 64, perOwner: 2, longest: 128, patience: 20_000 }

/**
 * Serves requests in fair turns between callers. Reads the body first, so that a slow one holds no slot. Calls that wait
 * for an organization's provider have slots of their own, so that a slow provider delays no other calls.
 *
 * @param whose looks up a session's user if no recent lookup has found it
 */
export function inCallersTurns(serve: Serve, whose = whoseSession): Serve {
  const turns = fairQueue({ ...bounds, refusal: crowded })
  const atProviders = fairQueue({ ...bounds, refusal: crowded })
  const pace = paceRefusals()
  return async (request) => {
    const whole = request.body ? await withWholeBody(request, request.body) : request
    const owner = await ownerOf(request, whose)
    const lane = await companyLane(whole)
    const work = () => serve(whole)
    const answer = await (lane === undefined
      ? turns.run(owner, work)
      : atProviders.run(`${lane} ${owner}`, work)
    ).catch(refused)
    // Outside the queue, so that others at the same address need not wait.
    if (answer.status === 429) await pace(owner)
    return answer
  }
}

/** Bytes of a body that a Request copies in well below a millisecond. */
const SHORT = 64 * 1024

async function withWholeBody(request: Request, body: ReadableStream<Bytes>): Promise<Request> {
  const { url, method, headers, signal } = request
  const chunks: Bytes[] = []
  for await (const chunk of body) chunks.push(chunk)
  const bytes = await inSlices(joinBytes(chunks))
  if (bytes.length <= SHORT) return new Request(url, { method, headers, signal, body: bytes })
  // Given to a Request, it would be copied several times in one turn of the event loop.
  const whole = new Request(url, { method, headers, signal })
  whole.arrayBuffer = async () => bytes.buffer
  return whole
}

type Bytes = Uint8Array<ArrayBuffer>

/** Looked up before queueing: users would otherwise wait for anonymous callers at their address. */
async function ownerOf({ url, headers }: Request, whose: typeof whoseSession): Promise<string> {
  const cookies = headers.get('cookie')
  const budget = callerBudget()
  // If the database is unavailable, the request's own lookup reports it.
  const person = budget.personOf(cookies) ?? (await whose(headers).catch(() => undefined))
  if (person === undefined) return strangersAt(personRequest(headers).address)
  return isOfSession(new URL(url).pathname)
    ? `session ${budget.sessionIn(cookies)}`
    : `person ${person}`
}

function crowded(): Problem {
  const detail = texts.crowded
  return new Problem('unavailable', { detail, retryAfter: 1 })
}

/** In the form in which tRPC and Better Auth report errors to the browser. */
function refused(error: unknown): Response {
  if (!(error instanceof Problem) || error.retryAfter === undefined) throw error
  const { detail: message, retryAfter } = error
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 }
  return Response.json(
    { message, error: { message, code: -32603, data } },
    { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': String(retryAfter) } },
  )
}
