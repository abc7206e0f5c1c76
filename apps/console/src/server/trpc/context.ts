import { randomUUID } from 'node:crypto'
import { environment } from '../environment.ts'
import { isSameOrigin } from '../origins.ts'
import { readSession, type SignedIn } from '../session.ts'

export interface TrpcContext {
  readonly requestId: string
  readonly headers: Headers
  /** The client's address as main.mjs determined it. */
  readonly address: string | null
  readonly session: SignedIn | null
  readonly sameOrigin: boolean
}

/** The context of one HTTP request, which may carry several calls. */
export async function httpContext(request: Request, answer: Headers): Promise<TrpcContext> {
  const session = await readSession(request.headers, (cookie) =>
    answer.append('set-cookie', cookie),
  )
  return {
    ...requestFacts(request.headers),
    session,
    sameOrigin: isSameOrigin(request.headers, environment().consoleUrl),
  }
}

/** The context of a page being rendered on the server: it reads, and changes nothing. */
export function pageContext(headers: Headers, session: SignedIn | null): TrpcContext {
  return { ...requestFacts(headers), session, sameOrigin: false }
}

function requestFacts(headers: Headers) {
  const address = headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null
  return { requestId: randomUUID(), headers, address }
}
