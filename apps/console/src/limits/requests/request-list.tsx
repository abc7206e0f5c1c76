'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/limits.ts'
import { requestsQuery } from './query.ts'
import { RequestTable } from './request-table.tsx'

/** Short enough for somebody who waits for a decision. */
const EVERY_MS = 10_000

/** The organization's requests with their outcomes; nothing if there are none. */
export function RequestList() {
  const trpc = useTRPC()
  const { data } = useQuery({
    ...trpc.limitRequests.list.queryOptions(requestsQuery),
    refetchInterval: EVERY_MS,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={texts.requests.title}>
      <RequestTable requests={data.items} />
    </Section>
  )
}
