import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { organizationIn } from '#address/organization-path.ts'
import { admissionIn, readSession, type SignedIn } from '../session/session.ts'
import { PATH_HEADER } from './path-header.ts'

/** The session of the page being rendered, read once per request. */
export const pageSession = cache(async () => readSession(await headers(), 'keep'))

/** The session's admission to the organization in the page's URL; undefined for non-members. */
export const pageAdmission = cache(async () =>
  admissionIn(await pageSession(), await pageOrganization()),
)

/** The organization in the page's URL. */
export async function pageOrganization(): Promise<string | undefined> {
  return organizationIn(await pagePath())
}

/** The session of a page that requires one. Without a session, redirects to sign-in, which leads back. */
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
