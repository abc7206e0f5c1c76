import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { PATH_HEADER } from './path-header.ts'
import { readSession, type SignedIn } from './session.ts'

/** The session of the page being rendered, read once a request. */
export const pageSession = cache(async () => readSession(await headers(), 'keep'))

/** The same for pages behind sign-in: strangers go to sign in and come back. */
export async function requireSession(): Promise<SignedIn> {
  const session = await pageSession()
  if (session) return session
  const path = (await headers()).get(PATH_HEADER) ?? '/'
  redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
}
