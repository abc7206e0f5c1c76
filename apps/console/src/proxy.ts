import { idForm, withoutKeySecrets } from '@sluice/contract'
import { type NextRequest, NextResponse } from 'next/server'
import { organizationIn } from '#address/organization-path.ts'
import { contentSecurityPolicy } from '#server/page/content-security-policy.ts'
import { LAST_ORGANIZATION } from '#server/page/last-organization-cookie.ts'
import { PATH_HEADER } from '#server/page/path-header.ts'

const YEAR = 365 * 24 * 60 * 60
const cookie = { httpOnly: true, sameSite: 'lax', path: '/' } as const

/** Sets the content security policy of every page, with a new nonce for Next's inline scripts. */
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
  // Background requests of a page in another tab are not visits.
  const isVisit = (request.headers.get('sec-fetch-dest') ?? 'document') === 'document'
  const organizationId = organizationIn(path) ?? ''
  // Next decodes cookies twice, which would fail on a percent sign. Ids contain none.
  const isLast = isVisit && idForm.test(organizationId)
  if (isLast && request.cookies.get(LAST_ORGANIZATION)?.value !== organizationId) {
    response.cookies.set(LAST_ORGANIZATION, organizationId, { ...cookie, maxAge: YEAR })
  }
  return response
}

/** Redirects, so that a key string does not stay in the URL, of a bookmark for example. */
function redirectTo(url: URL) {
  return NextResponse.redirect(url, { status: 307, headers: { 'cache-control': 'no-store' } })
}

/** The origin of the API; empty without API_URL, as at build time. */
function apiOrigin(): string {
  const url = process.env.API_URL
  return url && URL.canParse(url) ? new URL(url).origin : ''
}

export const config = {
  matcher: ['/((?!api/|healthz|\\.well-known/|_next/static|icon.svg).*)'],
}
