import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from '#server/content-security-policy.ts'
import { PATH_HEADER } from '#server/path-header.ts'

/** Gives every page its content security policy, with a nonce of its own for Next's inline scripts. */
export function proxy(request: NextRequest) {
  const nonce = crypto.randomUUID()
  const policy = contentSecurityPolicy(nonce, apiOrigin())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/** Where the API is; without it, as while building, no other host. */
function apiOrigin(): string {
  const url = process.env.API_URL
  return url && URL.canParse(url) ? new URL(url).origin : ''
}

export const config = {
  matcher: ['/((?!api/|healthz|_next/static|icon.svg).*)'],
}
