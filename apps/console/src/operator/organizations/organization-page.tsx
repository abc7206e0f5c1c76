'use client'

import { Skeleton } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { ExactTime } from '#format/exact-time.tsx'
import { formatCount } from '#format/values.ts'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { Trail } from '#frame/trail.tsx'
import { Facts } from '#states/facts.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/operator-organizations.tsx'
import { TenantStorage } from '../storage/tenant-storage.tsx'
import { TenantUse } from '../tenant-use.tsx'
import { TenantRequests } from './tenant-requests.tsx'

/** One organization: its size, limits, usage and requests. */
export function OrganizationPage({ id }: { id: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.operator.organization.queryOptions({ id }))
  return (
    <Loaded
      query={query}
      title={texts.tenant.failed}
      missing={<NoSuchOrganization id={id} />}
      waiting={<Skeleton height={480} />}
    >
      {(data) => (
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
          <TenantStorage organizationId={id} />
        </>
      )}
    </Loaded>
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
