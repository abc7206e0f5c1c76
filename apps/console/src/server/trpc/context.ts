import type { Admission, UnmetRule, UserActor } from '@sluice/core'
import { TRPCError } from '@trpc/server'
import { ORGANIZATION_HEADER } from '#data/organization-header.ts'
import { OTHER_PERSON } from '#data/page-person.ts'
import { isSameOrigin } from '../auth/origins.ts'
import { callerBudget, type Draw } from '../callers/caller-budget.ts'
import { personRequest } from '../callers/person-request.ts'
import { environment } from '../environment.ts'
import { isPageOfOther } from '../session/page-person.ts'
import { admissionIn, readSession, type SignedIn } from '../session/session.ts'

export interface TrpcContext {
  readonly requestId: string
  readonly headers: Headers
  /** The client's address, as main.mjs determined it. */
  readonly address: string | null
  /** The User-Agent header. */
  readonly device?: string | null | undefined
  readonly session: SignedIn | null
  /** The user as a member of the organization of the page; undefined for non-members. */
  readonly actor: UserActor | undefined
  /** The sign-in rule of that organization that a member's session does not meet. */
  readonly unmet?: UnmetRule | undefined
  readonly sameOrigin: boolean
  /** Adds a `Set-Cookie` header to the response. */
  readonly setCookie?: ((cookie: string) => void) | undefined
}

interface Asked {
  readonly organizationId?: string
  /** Default: one unit. */
  readonly draw?: Draw
}

/**
 * The context of one HTTP request. It may carry several calls, all about the organization of its page.
 *
 * @throws Problem `rate-limited` if the user's budget is used up
 * @throws TRPCError `UNAUTHORIZED` if the page was rendered for another user
 */
export async function httpContext(
  request: Request,
  answer: Headers,
  {
    organizationId = request.headers.get(ORGANIZATION_HEADER) ?? undefined,
    draw = { units: 1 },
  }: Asked = {},
): Promise<TrpcContext> {
  const session = await boundedSession(request, answer, draw)
  if (isPageOfOther(request.headers, session?.user.id)) {
    throw new TRPCError({ code: 'UNAUTHORIZED', message: OTHER_PERSON })
  }
  return {
    ...requestFacts(request.headers),
    session,
    ...admitted(await admissionIn(session, organizationId)),
    sameOrigin: isSameOrigin(request.headers, environment().consoleUrl),
    setCookie: (cookie) => answer.append('set-cookie', cookie),
  }
}

/** Reads the session and takes from its user's budget. If the user is already known, this happens before the lookup. */
async function boundedSession(
  { headers }: Request,
  answer: Headers,
  draw: Draw,
): Promise<SignedIn | null> {
  const budget = callerBudget()
  const cookies = headers.get('cookie')
  const isKnown = budget.takeKnown(cookies, draw)
  const session = await readSession(headers, (cookie) => answer.append('set-cookie', cookie))
  if (session && !isKnown) budget.takeOf(cookies, session.user.id, draw)
  return session
}

/** The context of a page being rendered on the server, which can only read. */
export function pageContext(
  headers: Headers,
  session: SignedIn | null,
  admission: Admission | undefined,
): TrpcContext {
  return { ...requestFacts(headers), session, ...admitted(admission), sameOrigin: false }
}

function admitted(admission: Admission | undefined): Pick<TrpcContext, 'actor' | 'unmet'> {
  return { actor: admission?.actor, unmet: admission?.unmet }
}

function requestFacts(headers: Headers) {
  return { ...personRequest(headers), headers }
}
