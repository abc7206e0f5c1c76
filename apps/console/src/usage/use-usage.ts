import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

export const LAST_DAYS = 30

export const usageQuery = { query: { days: LAST_DAYS } }

/** How many samples the organization's things have sent in the last days. */
export function useUsage() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.organization.usage.queryOptions(usageQuery),
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
  })
}
