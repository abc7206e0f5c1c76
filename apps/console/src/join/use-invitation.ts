import { useQuery } from '@tanstack/react-query'
import { useTRPCClient } from '#data/trpc.ts'
import type { RouterOutput } from '#server/trpc/router.ts'

export type Offer = RouterOutput['join']['look']

/** Loads the invitation once. A mutation instead of a query, because a GET would put the secret in the URL. */
export function useInvitation(secret: string | null | undefined) {
  const client = useTRPCClient()
  return useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => client.join.look.mutate({ secret: secret ?? '' }),
    enabled: typeof secret === 'string',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
