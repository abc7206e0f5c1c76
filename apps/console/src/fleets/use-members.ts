'use client'

import { notifications } from '@mantine/notifications'
import type { Fleet } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'

/** Adds things to a fleet and removes them; then refetches all queries of the page. */
export function useMembers({ id }: Fleet) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries()
  const adding = useMutation(
    // Not awaited, so that the dialog closes at once.
    trpc.fleets.changeMembers.mutationOptions({ onSuccess: () => void refetch() }),
  )
  const { mutate, isPending, variables } = useMutation(
    trpc.fleets.changeMembers.mutationOptions({
      onSuccess: refetch,
      // Here and not in the call: a later call would replace it, and this failure would go unseen.
      onError: (error) =>
        notifications.show({ color: 'red', message: failureText(error), autoClose: false }),
    }),
  )
  return {
    add: (things: readonly string[]) =>
      adding.mutateAsync({ params: { fleetId: id }, body: { add: [...things] } }),
    takeOut: (thingId: string) => mutate({ params: { fleetId: id }, body: { remove: [thingId] } }),
    /** The thing that is being removed. */
    leaving: isPending ? variables?.body.remove?.[0] : undefined,
  }
}
