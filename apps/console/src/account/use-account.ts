import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import type { RouterOutput } from '#server/trpc/router.ts'

export type Account = RouterOutput['account']['get']

/** The signed-in user's own account. */
export function useAccount() {
  const trpc = useTRPC()
  return useQuery(trpc.account.get.queryOptions())
}

/** Reloads the account after a change that did not go through tRPC. */
export function useReload(): () => Promise<void> {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries(trpc.account.pathFilter())
    await cache.invalidateQueries(trpc.audit.pathFilter())
  }
}
