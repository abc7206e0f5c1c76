import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'

export const LAST_DAYS = 14

/** The last days, as days go in the browser's time zone. */
export const lastDays = () => ({
  days: LAST_DAYS,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/** How the organization used its limits in the last days. */
export function useLimitUse() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.limits.usage.queryOptions({ query: lastDays() }),
    refetchInterval: 60_000,
  })
}
