import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { organizationIn } from '#address/organization-path.ts'
import { PATH_HEADER } from './path-header.ts'
import { admissionIn, readSession, type SignedIn } from './session.ts'

/** The session of the page being rendered, read once a request. */
export const pageSession = cache(async () => readSession(await headers(), 'keep'))

/** What the session is in the organization of the page's address; undefined where its person is no member of it. */
export const pageAdmission = cache(async () =>
  admissionIn(await pageSession(), await pageOrganization()),
)

/** The organization in the page's address. */
export async function pageOrganization(): Promise<string | undefined> {
  return organizationIn(await pagePath())
}

/** The session, for pages behind sign-in: strangers go to sign in and come back. */
export async function requireSession(): Promise<SignedIn> {
  const session = await pageSession()
  if (session) return session
  const path = await pagePath()
  redirect(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`)
}

/** The path and query of the page being rendered. */
async function pagePath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? '/'
}
