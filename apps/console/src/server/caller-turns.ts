import { fairQueue, Problem, paceRefusals } from '@sluice/runtime'
import { texts } from '#texts/server.ts'
import { callerBudget } from './caller-budget.ts'
import { isOfSession } from './of-session.ts'
import { personRequest } from './person-request.ts'
import { whoseSession } from './session.ts'
import { strangersAt } from './strangers-at.ts'

type Serve = (request: Request) => Promise<Response>

/**
 * What one person, or strangers at one address, have under way at once in this process: a page asks for what it needs in
 * one or two requests. What is ready in one turn of the event loop is worked on in that turn, so forty calls of
 * somebody would make everybody wait for forty.
 */
const bounds = { slots: 64, perOwner: 2, longest: 128, patience: 20_000 }

/**
 * Serves requests in the turns of whoever sends them. A body is read before, so that a slow one keeps no turn.
 *
 * @param whose looks a session's person up, where nobody has done it a moment ago
 */
export function inCallersTurns(serve: Serve, whose = whoseSession): Serve {
  const turns = fairQueue({ ...bounds, refusal: crowded })
  const pace = paceRefusals()
  return async (request) => {
    const whole = request.body ? await withWholeBody(request) : request
    const owner = await ownerOf(request, whose)
    const answer = await turns.run(owner, () => serve(whole)).catch(refused)
    // Without a turn: others at the same address need not wait.
    if (answer.status === 429) await pace(owner)
    return answer
  }
}

async function withWholeBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: await request.arrayBuffer() })
}

/** Before the turn: in those of their address, people would wait for strangers there. */
async function ownerOf({ url, headers }: Request, whose: typeof whoseSession): Promise<string> {
  const cookies = headers.get('cookie')
  const budget = callerBudget()
  // Where the database is away, the request's own lookup says so.
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

/** As tRPC and Better Auth say it to the browser. */
function refused(error: unknown): Response {
  if (!(error instanceof Problem) || error.retryAfter === undefined) throw error
  const { detail: message, retryAfter } = error
  const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 }
  return Response.json(
    { message, error: { message, code: -32603, data } },
    { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': String(retryAfter) } },
  )
}
