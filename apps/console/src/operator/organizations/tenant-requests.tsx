'use client'

import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#address/page-link.tsx'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { RequestTable } from '#limits/requests/request-table.tsx'
import { texts } from '#texts/operator-requests.ts'

/** An organization's requests for higher limits; nothing if there are none. */
export function TenantRequests({ organizationId: id }: { organizationId: string }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.operator.requestsOf.queryOptions({ id }))
  if (!data || data.items.length === 0) return null
  const open = data.items.find(({ status }) => status === 'Open')
  return (
    <Section
      title={texts.requests.title}
      actions={open && <PageLink href={`/requests/${open.id}`}>{texts.requests.decide}</PageLink>}
    >
      <RequestTable requests={data.items} />
    </Section>
  )
}
