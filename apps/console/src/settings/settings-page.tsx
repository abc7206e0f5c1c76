'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '#data/trpc.ts'
import { WhileUnchanged } from '#form/while-unchanged.tsx'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/settings.ts'
import { SettingsForm } from './settings-form.tsx'

const CompanySignIn = dynamic(
  () => import('./company/company-sign-in.tsx').then((all) => all.CompanySignIn),
  { ssr: false },
)

export function SettingsPage() {
  const trpc = useTRPC()
  const { role } = useConsole()
  const query = useQuery(trpc.organization.get.queryOptions({ query: {} }))
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Loaded query={query} title={texts.failed} waiting={<Skeleton height={280} />}>
        {(data) => (
          <WhileUnchanged row={data} version={data.etag}>
            {(organization) => <SettingsForm organization={organization} />}
          </WhileUnchanged>
        )}
      </Loaded>
      {role === 'owner' && <CompanySignIn />}
    </>
  )
}
