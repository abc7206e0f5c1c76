import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#server/content-security-policy.ts'
import { PATH_HEADER } from '#server/path-header.ts'

/** Gives every page its content security policy, with a nonce of its own for Next's inline scripts. */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID()
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = {
  matcher: ['/((?!api/|healthz|_next/static|icon.svg).*)'],
}
