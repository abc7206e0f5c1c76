import { notFound } from 'next/navigation'
import type { ComponentProps, ReactNode } from 'react'
import { BasePathProvider } from '#address/base-path.tsx'
import { organizationPath } from '#address/organization-path.ts'
import { DataProvider } from '#data/data-provider.tsx'
import { ClockProvider } from '#format/clock.tsx'
import { ConsoleProvider } from '#frame/console-context.tsx'
import { Frame } from '#frame/frame.tsx'
import { PersonProvider } from '#frame/person-context.tsx'
import { PaletteProvider } from '#palette/palette-provider.tsx'
import { environment } from '#server/environment.ts'
import { pageAdmission, pageOrganization, requireSession } from '#server/page/page-session.ts'
import type { SignedIn } from '#server/session/session.ts'
import { LazyUnmetRule } from '#unmet/lazy-unmet-rule.tsx'

/** The pages of the organization in the URL; 404 for non-members. */
export default async function OrganizationLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  const { user, memberships, isOperator } = session
  const admission = await pageAdmission()
  if (!admission) notFound()
  if (admission.unmet) return <Unmet rule={admission.unmet} session={session} />
  const { role, organization } = admission.actor
  const facts = { role, organizationId: organization.id, apiUrl: environment().apiUrl }
  return (
    <ClockProvider renderedAt={Date.now()}>
      <PersonProvider facts={{ user, memberships, isOperator }}>
        <ConsoleProvider facts={facts}>
          <BasePathProvider path={organizationPath(organization.id)}>
            {/* The `key` discards all data, and what calls name, when the organization or the person changes. */}
            <DataProvider
              key={`${organization.id} ${user.id}`}
              organizationId={organization.id}
              userId={user.id}
            >
              <PaletteProvider>
                <Frame area="organization" signedInAs={role}>
                  {children}
                </Frame>
              </PaletteProvider>
            </DataProvider>
          </BasePathProvider>
        </ConsoleProvider>
      </PersonProvider>
    </ClockProvider>
  )
}

/** Shown to a member whose session does not meet a sign-in rule of the organization. */
async function Unmet({ rule, session }: UnmetProps) {
  const id = (await pageOrganization()) ?? ''
  const name = session.memberships.find((row) => row.organizationId === id)?.name ?? id
  const { facts, user } = session
  return (
    <DataProvider organizationId={id} userId={user.id}>
      <LazyUnmetRule
        rule={rule}
        organization={{ id, name }}
        byCompany={facts.companyOrganizationId !== null}
      />
    </DataProvider>
  )
}

interface UnmetProps {
  readonly rule: ComponentProps<typeof LazyUnmetRule>['rule']
  readonly session: SignedIn
}
