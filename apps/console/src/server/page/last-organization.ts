import { cookies } from 'next/headers'
import type { SignedIn } from '../session/session.ts'
import { LAST_ORGANIZATION } from './last-organization-cookie.ts'

/** The user's organization whose page this browser requested last, else their first. */
export async function lastOrganization({ memberships }: SignedIn): Promise<string | undefined> {
  const last = (await cookies()).get(LAST_ORGANIZATION)?.value
  const chosen = memberships.find((row) => row.organizationId === last) ?? memberships[0]
  return chosen?.organizationId
}
