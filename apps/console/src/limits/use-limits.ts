import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

/** Short enough to watch a bucket refill. Hidden pages do not poll. */
const EVERY_MS = 2_000

/** The organization's limits, kept up to date. */
export function useLimits() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.limits.list.queryOptions(limitsQuery),
    refetchInterval: EVERY_MS,
  })
}

export const limitsQuery = { query: {} }
