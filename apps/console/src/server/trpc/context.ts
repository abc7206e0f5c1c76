import type { Admission, UnmetRule, UserActor } from '@sluice/core'
import { ORGANIZATION_HEADER } from '#data/organization-header.ts'
import { callerBudget, type Draw } from '../caller-budget.ts'
import { environment } from '../environment.ts'
import { isSameOrigin } from '../origins.ts'
import { personRequest } from '../person-request.ts'
import { admissionIn, readSession, type SignedIn } from '../session.ts'

export interface TrpcContext {
  readonly requestId: string
  readonly headers: Headers
  /** The client's address as main.mjs determined it. */
  readonly address: string | null
  /** What the browser says of itself. */
  readonly device?: string | null | undefined
  readonly session: SignedIn | null
  /** The user in the organization that the call names, which is the page's; undefined for no member of it. */
  readonly actor: UserActor | undefined
  /** The rule of that organization that keeps a member's session out. */
  readonly unmet?: UnmetRule | undefined
  readonly sameOrigin: boolean
}

interface Asked {
  readonly organizationId?: string
  /** One unit unless it says otherwise. */
  readonly draw?: Draw
}

/**
 * The context of one HTTP request, which may carry several calls, all about one organization: of its page.
 *
 * @throws Problem `rate-limited` past the person's budget
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
  return {
    ...requestFacts(request.headers),
    session,
    ...admitted(await admissionIn(session, organizationId)),
    sameOrigin: isSameOrigin(request.headers, environment().consoleUrl),
  }
}

/** Whose the request is, after it has drawn on their budget: where they are known, before the session is looked up. */
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

/** The context of a page being rendered on the server: it reads, and changes nothing. */
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
