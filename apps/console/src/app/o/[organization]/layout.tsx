import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { BasePathProvider } from '#address/base-path.tsx'
import { organizationPath } from '#address/organization-path.ts'
import { DataProvider } from '#data/data-provider.tsx'
import { ClockProvider } from '#format/clock.tsx'
import { ConsoleProvider } from '#frame/console-context.tsx'
import { Frame } from '#frame/frame.tsx'
import { PersonProvider } from '#frame/person-context.tsx'
import { environment } from '#server/environment.ts'
import { pageActor, requireSession } from '#server/page-session.ts'

/** The pages of the organization in the address; for those who are no members of it there are none. */
export default async function OrganizationLayout({ children }: { children: ReactNode }) {
  const { user, memberships, isOperator } = await requireSession()
  const actor = await pageActor()
  if (!actor) notFound()
  const { role, organization } = actor
  const facts = { role, organizationId: organization.id, apiUrl: environment().apiUrl }
  return (
    <ClockProvider renderedAt={Date.now()}>
      <PersonProvider facts={{ user, memberships, isOperator }}>
        <ConsoleProvider facts={facts}>
          <BasePathProvider path={organizationPath(organization.id)}>
            {/* Of another organization nothing stays: neither its data nor the name under which calls are made. */}
            <DataProvider key={organization.id} organizationId={organization.id}>
              <Frame area="organization" signedInAs={role}>
                {children}
              </Frame>
            </DataProvider>
          </BasePathProvider>
        </ConsoleProvider>
      </PersonProvider>
    </ClockProvider>
  )
}
