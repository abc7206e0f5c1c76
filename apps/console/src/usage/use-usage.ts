import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

export const LAST_DAYS = 30

export const usageQuery = { query: { days: LAST_DAYS } }

/** The number of samples sent in the last 30 days. */
export function useUsage() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.organization.usage.queryOptions(usageQuery),
    refetchInterval: 30_000,
  })
}
