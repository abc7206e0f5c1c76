'use client'

import { Skeleton } from '@mantine/core'
import { IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useExactTime } from '#format/exact-time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { askedWords, outcomeWords } from '#limits/requests/words.ts'
import { Facts } from '#states/facts.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '#texts/operator-requests.ts'
import { TenantStorage } from '../storage/tenant-storage.tsx'
import { TenantUse } from '../tenant-use.tsx'
import { DecisionForm } from './decision-form.tsx'

/** One request, with its organization's usage and the decision. */
export function RequestPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const exact = useExactTime()
  const query = useQuery(trpc.operator.request.queryOptions({ id }))
  return (
    <Loaded
      query={query}
      title={texts.request.failed}
      missing={<NoSuchRequest />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => {
        const organization = (
          <PageLink key="organization" href={`/organizations/${data.organizationId}`}>
            {data.organizationName}
          </PageLink>
        )
        return (
          <>
            <Trail href="/requests">{texts.requests.trail}</Trail>
            <PageHeader
              title={texts.request.title(data.organizationName)}
              lead={askedWords(data, exact)}
            />
            <Section title={texts.request.section}>
              <Facts
                rows={[
                  [texts.request.status, <StatusMark key="status" status={data.status} />],
                  [texts.organization, organization],
                  [
                    texts.request.askedBy,
                    texts.request.askedByAt(data.createdBy.name, exact(data.createdAt)),
                  ],
                  [texts.request.reason, data.reason],
                  ...(data.decision
                    ? ([[texts.request.outcome, outcomeWords(data, exact)]] as const)
                    : []),
                ]}
              />
            </Section>
            {data.status === 'Open' && (
              <Section title={texts.request.decision}>
                <DecisionForm request={data} />
              </Section>
            )}
            <TenantUse organizationId={data.organizationId} />
            <TenantStorage organizationId={data.organizationId} />
          </>
        )
      }}
    </Loaded>
  )
}

function NoSuchRequest() {
  return (
    <State
      icon={IconInboxOff}
      heading="h1"
      title={texts.request.missing}
      action={<PageLink href="/requests">{texts.request.seeAll}</PageLink>}
    />
  )
}
