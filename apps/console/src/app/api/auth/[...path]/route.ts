import { recordOwnAct } from '@sluice/core'
import { OTHER_PERSON } from '#data/page-person.ts'
import { auth } from '#server/auth/auth.ts'
import { type ServedCall, servedCall, shownPart } from '#server/auth/served-auth.ts'
import { openedCallerBudget } from '#server/callers/caller-budget.ts'
import { inCallersTurns } from '#server/callers/caller-turns.ts'
import { forAddress, forPerson } from '#server/callers/counted-for.ts'
import { personRequest } from '#server/callers/person-request.ts'
import { core } from '#server/core.ts'
import { notifyOfAct } from '#server/mail/notices.ts'
import { hasChanged } from '#server/session/ended-access.ts'
import { isPageOfOther } from '#server/session/page-person.ts'
import { readSession, type SignedIn, whoseSession } from '#server/session/session.ts'
import { tracedRoute } from '#server/traced.ts'

const serve = inCallersTurns(async (request) => {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '')
  const call = servedCall(request.method, path)
  if (!call) return new Response(null, { status: 404 })
  // Whoever signs out means this browser.
  if (path !== '/sign-out' && isPageOfOther(request.headers, await whoseSession(request.headers))) {
    return Response.json({ code: OTHER_PERSON }, { status: 401 })
  }
  const { address } = personRequest(request.headers)
  const before = call.act && (await readSession(request.headers, 'keep'))
  const answered = await forAddress(address, () => auth().handler(request))
  answered.headers.set('cache-control', 'no-store')
  if (before && hasChanged(request, answered)) {
    await recordAct(call, before, request.headers, answered.ok ? sessionIn(answered) : undefined)
  }
  if (!answered.ok) return answered
  return onlyShown(call, answered)
})
const handle = tracedRoute('/api/auth', serve)

/** The token of the session that a response sets. Some acts replace the session that performs them. */
function sessionIn({ headers }: Response): string | undefined {
  for (const cookie of headers.getSetCookie()) {
    const [, value] = /^[^=;]*session_token=([^;]+)/.exec(cookie) ?? []
    if (value !== undefined) return decodeURIComponent(value).split('.')[0]
  }
  return undefined
}

async function recordAct(
  call: ServedCall,
  before: SignedIn,
  headers: Headers,
  session: string | undefined,
) {
  const act = call.act?.(before)
  if (act === undefined) return
  const from = personRequest(headers)
  const userId = before.user.id
  await forPerson(userId, async () => {
    try {
      await recordOwnAct(core(), { userId, act, session }, from)
    } finally {
      // The act is done, even if it could not be recorded. It may have ended sessions.
      openedCallerBudget()?.forget(userId)
      notifyOfAct(before.user.email, act, from)
    }
  })
}

async function onlyShown(call: ServedCall, answered: Response) {
  const { headers } = answered
  const part = shownPart(call, await answered.json())
  headers.delete('content-length')
  if (part) return Response.json(part, { headers })
  headers.delete('content-type')
  return new Response(null, { status: 204, headers })
}

export { handle as GET, handle as POST }
