'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Section } from '#frame/section.tsx'
import { texts } from '#texts/limits.ts'
import { requestsQuery } from './query.ts'
import { RequestTable } from './request-table.tsx'

/** A decision is shown without a reload, soon enough for somebody who waits for it. */
const EVERY_MS = 10_000

/** What the organization has requested, and what came of it; nothing where it never did. */
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
