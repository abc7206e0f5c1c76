'use client'

import { Skeleton } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { isMissing } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { ExactTime } from '#format/exact-time.tsx'
import { formatCount } from '#format/values.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { Facts } from '#states/facts.tsx'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/operator-organizations.tsx'
import { TenantUse } from '../tenant-use.tsx'
import { TenantRequests } from './tenant-requests.tsx'

/** One organization: its size, its limits and their use, and what it has requested. */
export function OrganizationPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.operator.organization.queryOptions({ id }))
  if (isMissing(error)) return <NoSuchOrganization id={id} />
  if (error) return <Failed title={texts.tenant.failed} error={error} retry={refetch} />
  if (!data) return <Skeleton height={480} />
  return (
    <>
      <Trail href="/organizations">{texts.organizations.title}</Trail>
      <PageHeader title={data.name} lead={<code>{data.id}</code>} />
      <Section title={texts.tenant.details}>
        <Facts
          rows={[
            [texts.tenant.created, <ExactTime key="createdAt" iso={data.createdAt} />],
            [texts.tenant.members, formatCount(data.members)],
            [texts.activeKeys, formatCount(data.keys)],
            [texts.things, formatCount(data.things)],
            [texts.calls, texts.tenant.callsLimited(data.calls, data.limited)],
          ]}
        />
      </Section>
      <TenantRequests organizationId={id} />
      <TenantUse organizationId={id} />
    </>
  )
}

function NoSuchOrganization({ id }: { id: string }) {
  return (
    <State
      icon={IconBuilding}
      heading="h1"
      title={texts.tenant.missing}
      action={<PageLink href="/organizations">{texts.tenant.seeAll}</PageLink>}
    >
      {texts.tenant.missingText(id)}
    </State>
  )
}
