import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** Often enough to watch a bucket refill; a page that nobody sees does not ask. */
const EVERY_MS = 2_000

/** The organization's budgets, live. */
export function useLimits() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.limits.list.queryOptions(limitsQuery),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  })
}

export const limitsQuery = { query: {} }
