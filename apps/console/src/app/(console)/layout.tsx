import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { DataProvider } from '#data/data-provider.tsx'
import { ClockProvider } from '#format/clock.tsx'
import { ConsoleProvider } from '#frame/console-context.tsx'
import { Frame } from '#frame/frame.tsx'
import { NoOrganization } from '#frame/no-organization.tsx'
import { PersonProvider } from '#frame/person-context.tsx'
import { environment } from '#server/environment.ts'
import { requireSession } from '#server/page-session.ts'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { user, memberships, isOperator, actor } = await requireSession()
  if (!actor && isOperator) redirect('/operator/requests')
  if (!actor) return <NoOrganization email={user.email} />
  const { role, organization } = actor
  const facts = { role, organizationId: organization.id, apiUrl: environment().apiUrl }
  return (
    <ClockProvider renderedAt={Date.now()}>
      <PersonProvider facts={{ user, memberships, isOperator }}>
        <ConsoleProvider facts={facts}>
          <DataProvider>
            <Frame area="organization" signedInAs={role}>
              {children}
            </Frame>
          </DataProvider>
        </ConsoleProvider>
      </PersonProvider>
    </ClockProvider>
  )
}
