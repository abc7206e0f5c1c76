'use client'

import { Skeleton } from '@mantine/core'
import { IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { exactTime } from '#format/times.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { askedWords, outcomeWords } from '#limits/requests/words.ts'
import { Facts } from '#states/facts.tsx'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { TenantUse } from '../tenant-use.tsx'
import { DecisionForm } from './decision-form.tsx'

/** One request: what is asked, what its organization uses, and the decision. */
export function RequestPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.operator.request.queryOptions({ id }))
  if (isMissing(error)) return <NoSuchRequest />
  if (error) return <Failed what="The request" error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  const organization = (
    <PageLink key="organization" href={`/organizations/${data.organizationId}`}>
      {data.organizationName}
    </PageLink>
  )
  return (
    <>
      <Trail href="/requests">Requests</Trail>
      <PageHeader title={`${data.organizationName} asks for more`} lead={askedWords(data)} />
      <Section title="The request">
        <Facts
          rows={[
            ['Status', <StatusMark key="status" status={data.status} />],
            ['Organization', organization],
            ['Asked by', `${data.createdBy.name}, ${exactTime(data.createdAt)}`],
            ['Why', data.reason],
            ...(data.decision ? ([['Outcome', outcomeWords(data)]] as const) : []),
          ]}
        />
      </Section>
      {data.status === 'Open' && (
        <Section title="Decision">
          <DecisionForm request={data} />
        </Section>
      )}
      <TenantUse organizationId={data.organizationId} />
    </>
  )
}

function NoSuchRequest() {
  return (
    <State
      icon={IconInboxOff}
      heading="h1"
      title="There is no such request"
      action={<PageLink href="/requests">See what waits</PageLink>}
    />
  )
}
