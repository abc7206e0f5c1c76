import type { ReactNode } from 'react'
import { DataProvider } from '#data/data-provider.tsx'
import { ClockProvider } from '#format/clock.tsx'
import { ConsoleProvider } from '#frame/console-context.tsx'
import { Frame } from '#frame/frame.tsx'
import { NoOrganization } from '#frame/no-organization.tsx'
import { environment } from '#server/environment.ts'
import { requireSession } from '#server/page-session.ts'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { user, memberships, actor } = await requireSession()
  if (!actor) return <NoOrganization email={user.email} />
  const facts = {
    user,
    memberships,
    organizationId: actor.organization.id,
    role: actor.role,
    apiUrl: environment().apiUrl,
  }
  return (
    <ClockProvider renderedAt={Date.now()}>
      <ConsoleProvider facts={facts}>
        <DataProvider>
          <Frame>{children}</Frame>
        </DataProvider>
      </ConsoleProvider>
    </ClockProvider>
  )
}
