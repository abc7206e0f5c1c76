import { randomUUID } from 'node:crypto'
import type { UserActor } from '@sluice/core'
import { ORGANIZATION_HEADER } from '#data/organization-header.ts'
import { environment } from '../environment.ts'
import { isSameOrigin } from '../origins.ts'
import { actorIn, readSession, type SignedIn } from '../session.ts'

export interface TrpcContext {
  readonly requestId: string
  readonly headers: Headers
  /** The client's address as main.mjs determined it. */
  readonly address: string | null
  readonly session: SignedIn | null
  /** The user in the organization that the call names, which is the page's; undefined for no member of it. */
  readonly actor: UserActor | undefined
  readonly sameOrigin: boolean
}

/** The context of one HTTP request, which may carry several calls, all about one organization: of its page. */
export async function httpContext(
  request: Request,
  answer: Headers,
  organizationId = request.headers.get(ORGANIZATION_HEADER) ?? undefined,
): Promise<TrpcContext> {
  const session = await readSession(request.headers, (cookie) =>
    answer.append('set-cookie', cookie),
  )
  return {
    ...requestFacts(request.headers),
    session,
    actor: await actorIn(session, organizationId),
    sameOrigin: isSameOrigin(request.headers, environment().consoleUrl),
  }
}

/** The context of a page being rendered on the server: it reads, and changes nothing. */
export function pageContext(
  headers: Headers,
  { session, actor }: Pick<TrpcContext, 'session' | 'actor'>,
): TrpcContext {
  return { ...requestFacts(headers), session, actor, sameOrigin: false }
}

function requestFacts(headers: Headers) {
  const address = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null
  return { requestId: randomUUID(), headers, address }
}
