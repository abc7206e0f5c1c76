'use client'

import type { IntegrationTries } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** What receivers answered, by the id of an integration; undefined until it is known. */
export type TriesOf = (id: string) => IntegrationTries['items'][number] | undefined

/** Asks how often receivers answered, of the integrations of a page. */
export function useTries(ids: readonly string[]): TriesOf {
  const trpc = useTRPC()
  const { data } = useQuery({
    ...trpc.integrations.tries.queryOptions({ query: { integrations: ids.join() } }),
    enabled: ids.length > 0,
    refetchInterval: 60_000,
  })
  return (id) => data?.items.find(({ integrationId }) => integrationId === id)
}
