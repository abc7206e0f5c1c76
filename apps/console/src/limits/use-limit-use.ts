import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useZone } from '#preferences/preferences-provider.tsx'

export const LAST_DAYS = 14

/** The last days in the time zone of the user's preferences. */
export function useLastDays() {
  return { days: LAST_DAYS, timezone: useZone() }
}

/** The organization's usage of its limits in the last days. */
export function useLimitUse() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.limits.usage.queryOptions({ query: useLastDays() }),
    refetchInterval: 60_000,
  })
}
