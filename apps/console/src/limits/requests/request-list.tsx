'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/limits.ts'
import { DECIDED_MS, requestsQuery } from './query.ts'
import { RequestTable } from './request-table.tsx'

/** The organization's requests with their outcomes; nothing if there are none. */
export function RequestList() {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.limitRequests.list.queryOptions(requestsQuery),
    refetchInterval: DECIDED_MS,
  })
  if (!query.error && !query.data?.items.length) return null
  return (
    <Section title={texts.requests.title}>
      <Loaded query={query} title={texts.requests.failed}>
        {({ items }) => items.length > 0 && <RequestTable requests={items} />}
      </Loaded>
    </Section>
  )
}
