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
  const { mutateAsync, mutate, isPending, variables } = useMutation(
    trpc.fleets.changeMembers.mutationOptions({ onSuccess: () => cache.invalidateQueries() }),
  )
  return {
    add: (things: readonly string[]) =>
      mutateAsync({ params: { fleetId: id }, body: { add: [...things] } }),
    takeOut: (thingId: string) =>
      mutate(
        { params: { fleetId: id }, body: { remove: [thingId] } },
        {
          onError: (error) =>
            notifications.show({ color: 'red', message: failureText(error), autoClose: false }),
        },
      ),
    /** The thing that is being removed. */
    leaving: isPending ? variables?.body.remove?.[0] : undefined,
  }
}
