'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '#data/trpc.ts'
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
        {(data) => <SettingsForm key={data.etag} organization={data} />}
      </Loaded>
      {role === 'owner' && <CompanySignIn />}
    </>
  )
}
