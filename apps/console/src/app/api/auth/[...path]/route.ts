import { auth } from '#server/auth.ts'

/** What browsers may call. Everything else of Better Auth would change records without an audit row. */
const served = new Set(['/api/auth/sign-in/email', '/api/auth/sign-out'])

export async function POST(request: Request) {
  if (!served.has(new URL(request.url).pathname)) return new Response(null, { status: 404 })
  const answer = await auth().handler(request)
  answer.headers.set('cache-control', 'no-store')
  if (!answer.ok) return answer
  // The body would hand the session token to scripts, from which the cookie keeps it.
  answer.headers.delete('content-type')
  return new Response(null, { status: 204, headers: answer.headers })
}
