'use client'

import type { IntegrationTries } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** Success rates by integration id; undefined while loading. */
export type TriesOf = (id: string) => IntegrationTries['items'][number] | undefined

/** Loads the success rates of a page's integrations. */
export function useTries(ids: readonly string[]): TriesOf {
  const trpc = useTRPC()
  const { data } = useQuery({
    ...trpc.integrations.tries.queryOptions({ query: { integrations: ids.join() } }),
    enabled: ids.length > 0,
    refetchInterval: 60_000,
  })
  return (id) => data?.items.find(({ integrationId }) => integrationId === id)
}
