import { idForm, withoutKeySecrets } from '@sluice/contract'
import { type NextRequest, NextResponse } from 'next/server'
import { organizationIn } from '#address/organization-path.ts'
import { contentSecurityPolicy } from '#server/content-security-policy.ts'
import { LAST_ORGANIZATION } from '#server/last-organization-cookie.ts'
import { PATH_HEADER } from '#server/path-header.ts'

const YEAR = 365 * 24 * 60 * 60
const cookie = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** Gives every page its content security policy, with a nonce of its own for Next's inline scripts. */
export function proxy(request: NextRequest) {
  const path = request.nextUrl.pathname + request.nextUrl.search
  const harmless = withoutKeySecrets(path)
  if (harmless !== path) return redirectTo(new URL(harmless, request.nextUrl))
  const nonce = crypto.randomUUID()
  const policy = contentSecurityPolicy(nonce, apiOrigin())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(PATH_HEADER, path)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  // What a page in another tab fetches in the background is no visit.
  const isVisit = (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'
  const organizationId = organizationIn(path) ?? ''
  // Next decodes cookies twice, and would fail on the percent sign of something that is not an id.
  const isLast = isVisit && idForm.test(organizationId)
  if (isLast && request.cookies.get(LAST_ORGANIZATION)?.value !== organizationId) {
    response.cookies.set(LAST_ORGANIZATION, organizationId, { ...cookie, maxAge: YEAR })
  }
  return response
}

/** So that a key string in an address, a bookmark's for example, does not stay in it. */
function redirectTo(url: URL) {
  return NextResponse.redirect(url, { status: 307, headers: { 'cache-control': 'no-store' } })
}

/** Where the API is; without it, as while building, no other host. */
function apiOrigin(): string {
  const url = process.env.API_URL
  return url && URL.canParse(url) ? new URL(url).origin : ''
}

export const config = {
  matcher: ['/((?!api/|healthz|\\.well-known/|_next/static|icon.svg).*)'],
}
