import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { BasePathProvider } from '#address/base-path.tsx'
import { DataProvider } from '#data/data-provider.tsx'
import { ClockProvider } from '#format/clock.tsx'
import { Frame } from '#frame/frame.tsx'
import { PersonProvider } from '#frame/person-context.tsx'
import { requireSession } from '#server/page/page-session.ts'

/** The pages for operators; 404 for everybody else. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const { user, memberships, isOperator } = await requireSession()
  if (!isOperator) notFound()
  return (
    <ClockProvider renderedAt={Date.now()}>
      <PersonProvider facts={{ user, memberships, isOperator }}>
        <BasePathProvider path="/operator">
          <DataProvider key={user.id} userId={user.id}>
            <Frame area="operator" signedInAs="operator">
              {children}
            </Frame>
          </DataProvider>
        </BasePathProvider>
      </PersonProvider>
    </ClockProvider>
  )
}
