'use client'

import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { RequestTable } from '#limits/requests/request-table.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/operator-requests.ts'

/** An organization's requests for higher limits; nothing if there are none. */
export function TenantRequests({ organizationId: id }: { organizationId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.operator.requestsOf.queryOptions({ id }))
  const all = query.data?.items ?? []
  if (!query.error && all.length === 0) return null
  const open = all.find(({ status }) => status === 'Open')
  return (
    <Section
      title={texts.requests.title}
      actions={open && <PageLink href={`/requests/${open.id}`}>{texts.requests.decide}</PageLink>}
    >
      <Loaded query={query} title={texts.requests.failed}>
        {({ items }) => items.length > 0 && <RequestTable requests={items} />}
      </Loaded>
    </Section>
  )
}
