import { redirect } from 'next/navigation'
import { organizationPath } from '#address/organization-path.ts'
import { NoOrganization } from '#frame/no-organization.tsx'
import { lastOrganization } from '#server/page/last-organization.ts'
import { requireSession } from '#server/page/page-session.ts'

/** Redirects to the organization that the user used last. */
export default async function Page() {
  const session = await requireSession()
  const organizationId = await lastOrganization(session)
  if (organizationId !== undefined) redirect(organizationPath(organizationId))
  if (session.isOperator) redirect('/operator/requests')
  return <NoOrganization email={session.user.email} />
}
